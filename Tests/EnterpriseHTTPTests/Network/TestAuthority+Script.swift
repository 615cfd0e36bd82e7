extension TestAuthority {
    /// Makes, in the working directory, a root, an intermediate authority, a stranger's root, and certificates that are good,
    /// expired, not valid yet, from the stranger, for clients, and revoked; beside each `name.pem` its `name.key`.
    static let script = #"""
        set -eu
        cat > ca.cnf <<'C'
        [ca]
        default_ca = default
        [default]
        database = index
        new_certs_dir = .
        serial = serial
        default_md = sha256
        policy = any
        unique_subject = no
        copy_extensions = none
        default_crl_days = 30
        [any]
        commonName = supplied
        [authority]
        basicConstraints = critical,CA:TRUE
        keyUsage = critical,keyCertSign,cRLSign
        subjectKeyIdentifier = hash
        [leaf]
        basicConstraints = critical,CA:FALSE
        subjectAltName = $ENV::NAMES
        [request]
        distinguished_name = empty
        [empty]
        C
        : > index; echo 1000 > serial; export NAMES=DNS:none
        key() { openssl ecparam -name prime256v1 -genkey -noout | openssl pkcs8 -topk8 -nocrypt -out "$1.key"; }
        issue() { # name, issuer, kind, names, start, end
          key "$1"; export NAMES="$4"
          openssl req -new -config ca.cnf -section request -key "$1.key" -subj "/CN=$1" -out "$1.csr"
          openssl ca -config ca.cnf -batch -notext -extensions "$3" -in "$1.csr" -out "$1.pem" -cert "$2.pem" -keyfile "$2.key" \
            -startdate "$5" -enddate "$6" 2>>log
        }
        root() { key "$1"; openssl req -x509 -new -config ca.cnf -section request -extensions authority -key "$1.key" -subj "/CN=$1" -days 3650 -out "$1.pem"; }
        past=20200101000000Z; ended=20210101000000Z; later=20990101000000Z; end=21000101000000Z
        root root; root stranger
        issue intermediate root authority DNS:none $past $end
        issue server intermediate leaf DNS:good.test,DNS:localhost,IP:127.0.0.1 $past $end
        issue next intermediate leaf DNS:good.test $past $end
        issue expired intermediate leaf DNS:good.test $past $ended
        issue future intermediate leaf DNS:good.test $later $end
        issue unknown stranger leaf DNS:good.test $past $end
        issue client intermediate leaf DNS:client $past $end
        issue revoked intermediate leaf DNS:client $past $end
        issue expired-client intermediate leaf DNS:client $past $ended
        for name in server next expired future client revoked; do cat "$name.pem" intermediate.pem > "$name-chain.pem"; done
        cat root.pem intermediate.pem > authorities.pem
        openssl ca -config ca.cnf -revoke revoked.pem -cert intermediate.pem -keyfile intermediate.key 2>>log
        openssl ca -config ca.cnf -gencrl -cert intermediate.pem -keyfile intermediate.key -out intermediate.crl 2>>log
        openssl ca -config ca.cnf -gencrl -cert root.pem -keyfile root.key -out root.crl 2>>log
        cat intermediate.crl root.crl > all.crl
        openssl pkcs8 -topk8 -in client.key -out client-locked.key -passout pass:s3cret -v2 aes-256-cbc
        for name in server next intermediate; do
          openssl x509 -in "$name.pem" -pubkey -noout | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | openssl base64 > "$name.pin"
        done
        """#
}
