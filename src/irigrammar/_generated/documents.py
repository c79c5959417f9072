"""Document types, as words separated by white space.

Written by: python tools/compile_grammars.py --write
"""

COMMON_SCHEMES = """
abfs abfss adl amqp amqps bzr clickhouse cockroachdb containers-storage db2 docker docker-archive docker-daemon
elasticsearch fileb ftps gcs grpc grpcs gs hdfs hg imaps influxdb jar kafka ldapi mariadb maprfs memcached mongodb+srv mssql mysql
nats neo4j neo4js bolt oci oci-archive oracle ossfs postgis postgres postgresql pulsar r2dbc redshift redis-sentinel s3 s3a
s3n smtps snowflake socks socks4 socks5 socks5h spatialite sqlite sqlserver tcp tls trino unix viewfs wasb wasbs webhdfs
zookeeper
"""
HOST_LISTS = """
amqp kafka mariadb memcached mongodb mysql nats postgres postgresql pulsar redis rediss redis-sentinel zookeeper
"""
KEY_WORDS = """
bugs canonical documentation endpoint homepage href hrefs iri iris link links permalink repository tracker uri uris url urls
webpage website
"""
KEY_NAMES = """
$id $schema funding git orcid registry resolved termsofservice
"""
REFERENCE_KEYS = """
$ref
"""
EXAMPLE_PASSWORDS = """
changeme changeit example foo bar guest mypass mypassword mysecret pass passwd password passwort postgres pw pwd root secret
test testing tiger token userpass yourpassword your_password
"""
VOCABULARIES: dict[str, dict[str, str]] = {'CycloneDX': {'member': 'bomFormat', 'value': 'CycloneDX', 'uri': 'purl', 'iri': 'serialNumber', 'iri-reference': 'endpoints featuredImage references socialImage url', 'fixes': 'none'}, 'SPDX': {'member': 'spdxVersion', 'value': 'SPDX-2', 'uri': 'downloadLocation homepage seeAlsos url LicenseCrossReference PackageDownloadLocation PackageHomePage', 'absolute-uri': 'documentNamespace spdxDocument DocumentNamespace', 'others': 'NOASSERTION NONE', 'beginnings': 'git+git@', 'fixes': 'none'}, 'JSON Schema': {'member': '$schema', 'value': 'https?://json-schema\\.org/', 'uri': '/$schema', 'uri-reference': '$dynamicRef $id $recursiveRef $ref', 'fixes': 'none'}, 'OpenAPI': {'member': 'openapi', 'value': '3\\.', 'uri': '/jsonSchemaDialect', 'uri-reference': '/info/contact/url /info/license/url /info/termsOfService /$self $ref externalDocs/url operationRef securitySchemes/*/openIdConnectUrl flows/*/authorizationUrl flows/*/refreshUrl flows/*/tokenUrl', 'template': 'servers/url'}, 'Swagger': {'member': 'swagger', 'value': '2\\.', 'uri-reference': '/info/contact/url /info/license/url $ref externalDocs/url /securityDefinitions/*/authorizationUrl /securityDefinitions/*/tokenUrl'}, 'AsyncAPI': {'member': 'asyncapi', 'value': '[23]\\.', 'uri': '/id /info/contact/url /info/license/url /info/termsOfService externalDocs/url flows/*/authorizationUrl flows/*/refreshUrl flows/*/tokenUrl', 'uri-reference': '$ref'}, 'pyproject.toml': {'files': 'pyproject.toml', 'uri': '/project/urls/*', 'requirement': '/project/dependencies /project/optional-dependencies/* /build-system/requires /dependency-groups/* /tool/hatch/envs/*/dependencies /tool/hatch/envs/*/extra-dependencies /tool/pdm/dev-dependencies/* /tool/uv/dev-dependencies', 'named': '/tool/poetry/urls/*'}, 'a script': {'requirement': '/dependencies'}, 'Cargo.toml': {'files': 'cargo.toml', 'uri': '/package/documentation /package/homepage /package/repository'}, 'composer.json': {'files': 'composer.json', 'uri': '/homepage /authors/homepage /funding/url /support/chat /support/docs /support/forum /support/irc /support/issues /support/rss /support/security /support/source /support/wiki'}, 'package.json': {'files': 'package.json', 'named': '/dependencies/* /devDependencies/* /optionalDependencies/* /peerDependencies/* /overrides/*'}, 'CITATION.cff': {'member': 'cff-version', 'value': '1\\.', 'uri': 'license-url repository repository-artifact repository-code url website', 'named': 'identifiers/value'}, 'web application manifest': {'files': '*.webmanifest', 'url': '/id /start_url /scope /icons/src /screenshots/src /shortcuts/url /shortcuts/icons/src /related_applications/url'}, 'GitHub workflow': {'files': '.github/workflows/*.yml .github/workflows/*.yaml action.yml action.yaml', 'named': 'uses'}, 'Compose': {'files': 'compose*.yml compose*.yaml docker-compose*.yml docker-compose*.yaml', 'named': '/services/*/build /services/*/build/context /services/*/build/additional_contexts /services/*/build/additional_contexts/*'}, 'Chart.yaml': {'files': 'chart.yaml', 'named': '/home /icon /sources'}}
