// `API` speaks in the types of the layer below: an error, a request of one's own, the transport's options. Who imports the
// SDK has them, as there is no other way to name them.
@_exported public import EnterpriseHTTP
