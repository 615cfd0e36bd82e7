import EnterpriseAPI
import EnterpriseTesting
import Foundation

// What the SDK has to make of the backend's data.

extension DemoCompany {
    var announcementModels: [EnterpriseAPI.Announcement] {
        announcements.map { .init(id: Identifier($0.id), message: $0.message) }
    }

    var chartModel: OrgChart {
        let reports = Dictionary(grouping: employees, by: \.managerID)
        return OrgChart(
            employees.map { employee in
                .init(
                    id: Identifier(employee.id),
                    givenName: employee.givenName,
                    familyName: employee.familyName,
                    location: employee.location,
                    birthday: employee.birthday.flatMap { Birthday($0) },
                    manager: employee.managerID.map { Identifier($0) },
                    directReports: (reports[employee.id] ?? []).map { Identifier($0.id) }
                )
            }
        )
    }

    var eventModels: [EnterpriseAPI.Event] {
        events.map {
            .init(
                id: Identifier($0.id),
                name: $0.name,
                date: $0.date,
                type: EventType(rawValue: $0.type),
                duration: $0.duration
            )
        }
    }

    var productModels: [EnterpriseAPI.Product] {
        products.map { .init(id: Identifier($0.id), name: $0.name, unitPrice: Decimal(asWritten: $0.unitPrice)) }
    }

    var orderModels: [PurchaseOrder] {
        orders.map { order in
            PurchaseOrder(
                id: Identifier(order.id),
                poNumber: order.poNumber,
                comment: order.comment,
                purchaser: Identifier(order.purchaserID),
                purchaseDate: order.purchaseDate,
                dueDate: order.dueDate,
                purchases: order.items.map {
                    .init(productId: Identifier($0.productID), quantity: Decimal(asWritten: $0.quantity))
                }
            )
        }
    }
}

extension Decimal {
    /// The number that the shortest text of a double stands for: 249.99, not its nearest binary fraction.
    fileprivate init(asWritten double: Double) {
        self = Decimal(string: "\(double)") ?? Decimal(double)
    }
}
