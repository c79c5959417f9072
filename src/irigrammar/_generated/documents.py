"""What scans know of documents, as words separated by white space.

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
$id $schema funding git orcid registry termsofservice support.docs support.forum support.issues support.source
"""
REFERENCE_KEYS = """
$ref externaldocs.url servers.url
"""
EXAMPLE_PASSWORDS = """
changeme changeit example foo bar guest mypass mypassword mysecret pass passwd password passwort postgres pw pwd root secret
test testing tiger token userpass yourpassword your_password
"""
VOCABULARIES: dict[str, dict[str, str]] = {'CycloneDX': {'member': 'bomFormat', 'value': 'CycloneDX', 'uri': 'purl', 'absolute-uri': '', 'iri': 'serialNumber', 'iri-reference': 'endpoints featuredImage references socialImage url', 'others': '', 'beginnings': ''}, 'SPDX': {'member': 'spdxVersion', 'value': 'SPDX-2', 'uri': 'downloadLocation homepage seeAlsos url LicenseCrossReference PackageDownloadLocation PackageHomePage', 'absolute-uri': 'documentNamespace spdxDocument DocumentNamespace', 'iri': '', 'iri-reference': '', 'others': 'NOASSERTION NONE', 'beginnings': 'git+git@'}}
