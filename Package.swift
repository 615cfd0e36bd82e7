// swift-tools-version: 6.3
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "enterprise-api",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "EnterpriseAPI", targets: ["EnterpriseAPI"]),
        .library(name: "EnterpriseHTTP", targets: ["EnterpriseHTTP"]),
        .library(name: "EnterpriseJSON", targets: ["EnterpriseJSON"]),
        .library(name: "EnterpriseURLSession", targets: ["EnterpriseURLSession"]),
        .library(name: "EnterpriseTesting", targets: ["EnterpriseTesting"]),
        .executable(name: "enterprise-api", targets: ["enterprise-api"]),
        .executable(name: "enterprise-api-bench", targets: ["enterprise-api-bench"]),
    ],
    targets: [
        // The run-time library alone: SwiftPM itself needs it, so it is wherever Swift builds.
        .target(
            name: "CLibcurl",
            linkerSettings: [
                .linkedLibrary(":libcurl.so.4", .when(platforms: [.linux])),
                .linkedLibrary("curl", .when(platforms: [.macOS])),
            ]
        ),
        .target(name: "EnterpriseJSON", swiftSettings: settings),
        .target(
            name: "EnterpriseHTTP",
            dependencies: ["CLibcurl", "EnterpriseJSON"],
            swiftSettings: settings
        ),
        .target(
            name: "EnterpriseAPI",
            dependencies: ["EnterpriseHTTP", "EnterpriseJSON"],
            swiftSettings: settings
        ),
        .target(
            name: "EnterpriseURLSession",
            dependencies: ["EnterpriseHTTP"],
            swiftSettings: settings
        ),
        .target(
            name: "EnterpriseTesting",
            dependencies: ["EnterpriseAPI", "EnterpriseHTTP"],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "enterprise-api",
            dependencies: ["EnterpriseAPI", "EnterpriseHTTP", "EnterpriseTesting"],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "enterprise-api-bench",
            dependencies: ["EnterpriseAPI", "EnterpriseHTTP", "EnterpriseJSON", "EnterpriseTesting"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "EnterpriseJSONTests",
            dependencies: ["EnterpriseJSON"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "EnterpriseHTTPTests",
            dependencies: ["EnterpriseHTTP", "EnterpriseTesting"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "EnterpriseURLSessionTests",
            dependencies: ["EnterpriseHTTP", "EnterpriseTesting", "EnterpriseURLSession"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "EnterpriseAPITests",
            dependencies: ["EnterpriseAPI", "EnterpriseTesting"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "EnterpriseTestingTests",
            dependencies: ["EnterpriseTesting"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "EnterpriseCommandTests",
            dependencies: ["enterprise-api", "EnterpriseTesting"],
            swiftSettings: settings
        ),
    ],
    swiftLanguageModes: [.v6]
)
