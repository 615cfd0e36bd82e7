import EnterpriseAPI

/// How products are shown.
enum ProductView {
    static let columns: [Column<Product>] = [
        Column(name: "name", heading: "Name") { Cell($0.name) },
        Column(name: "price", heading: "Unit price", alignment: .right) { Cell($0.unitPrice) },
        Column(name: "id", heading: "Id") { Cell($0.id.rawValue) },
    ]
}
