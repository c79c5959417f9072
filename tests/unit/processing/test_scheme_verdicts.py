"""Verdicts on URIs of a scheme: what its document has and refuses."""

from __future__ import annotations

from typing import Any

from rows import in_one_test

from irigrammar.schemes import check_scheme, parts

SHA = "94a9ed024d3859793618152ea559a168bbcbb5e2"
CNT, DIR, REV, SNP = (f"swh:1:{kind}:{SHA}" for kind in ("cnt", "dir", "rev", "snp"))

# For each scheme what has no finding, and with findings by their codes.
VALID = {
    "dns": """
    dns:www.example.org.?clAsS=IN;tYpE=A
    dns:www.example.org
    dns:simon.example.org?type=CERT
    dns://192.168.1.1/ftp.example.org?type=A
    dns:world%20wide%20web.example%5c.domain.org?TYPE=TXT
    dns://fw.example.org/*.%20%00.example?type=TXT
    dns:
    dns:.
    dns://[2001:db8::1]:5353/a
    dns:a?TYPE=65;CLASS=255
    dns:a?TYPE=NSEC3PARAM
    dns:a?TYPE=ipseckey
    dns:_443._tcp.example?type=TLSA
    dns:a#b
    """,
    "ldaps": """
    ldaps://ldap.example.com/c=GB?objectClass?ONE
    ldaps:///
    ldaps://h:636/o=X??base?(cn=a)?!x=1
    """,
    "rtsps": """
    rtsps://media.example.com:322/twister
    RTSPS://h
    """,
    "info": """
    info:ddc/22/eng//004.678
    info:lccn/2002022641
    info:sici/0363-0277(19950315)120:5%3C%3E1.0.TX;2-V
    info:bibcode/2003Icar..163..263Z
    info:pmid/12376099#a
    info:doi/10.1000/182
    info:a/
    info:A+b-c.d/e
    info:hdl/2027/mdp.1
    info:ofi/fmt:kev:mtx:book
    info:oclcnum/1%2F2
    info:lccn/a-b_c~d
    info:arxiv/hep-th/9901001
    """,
    "sms": """
    sms:+15105550101
    sms:+15105550101,+15105550102
    sms:+15105550101?body=hello%20there
    SMS:+1-510-555(0101)?BODY=
    sms:911;phone-context=+1
    sms:7042;phone-context=example.com,+1
    sms:+1;ext=2?a.b~c=d
    sms:+1?body=%C3%A9&x=y
    sms:+1?body=%26%3D%2B
    """,
    "swh": f"""
    {CNT}
    {CNT};lines=9-15
    {CNT};lines=1
    {CNT};bytes=0-5
    {DIR};origin=https://example.org/a.git
    {DIR};origin=https://example.org/a%3Bb?c=d
    {CNT};origin=https://a.example;visit={SNP};anchor={REV};path=/a/b.c;lines=9
    {DIR};anchor={SNP};path=/
    {CNT};path=/é;origin=a:b
    """,
    "pkg": """
    pkg:deb/debian/curl@7.50.3-1?arch=i386&distro=jessie
    pkg:npm/%40angular/animation@12.3.1
    pkg:a/b
    pkg:golang/google.golang.org/genproto#googleapis/api/annotations
    pkg:docker/cassandra@sha256:244fd47e07d1004f0aed9c
    pkg:generic/a%2Fb
    pkg:generic/a?vcs_url=git%2Bhttps:%2F%2Fh.example%2Fr%40c
    pkg:cpan/A::B
    pkg:npm/a#.b/..c/d.
    pkg:npm/%C3%A9
    pkg:x-1.y/~a_b.c-d
    """,
    "amqp": """
    amqp://user:pass@host:10000/vhost
    amqp://user%61:%61pass@ho%61st:10000/v%2fhost
    amqp://
    amqp://:@/
    amqp://user@
    amqp://user:pass@
    amqp://host
    amqp://:10000
    amqp:///vhost
    amqp://host/
    amqp://host/%2f
    amqp://[::1]
    amqp://h/a?heartbeat=5
    amqps://h:5671/a?verify=verify_peer
    """,
    "redis": """
    redis://user:secret@localhost:6379/0?foo=bar&qux=baz
    rediss://user:secret@localhost:6379/0?foo=bar&qux=baz
    redis://
    redis:
    redis:///1
    redis://h
    redis://h/
    redis://:p@h/15
    redis://[::1]:6380/10?db=2
    REDIS://h/0#a
    """,
    "ssh": """
    ssh://user@host.example.com
    ssh://user@host.example.com:2222
    ssh://user;fingerprint=ssh-dss-c1-b1-30-29-d7-b8-de-6c-97-77-10-d7-46-41-63-87@host.example.com
    ssh://user;fingerprint=a,key-file=b@h/a
    ssh://;a=b@h
    ssh://@h
    ssh://u:p@h/
    ssh://h:/p
    ssh://[::1]:22/~u/a%20b
    ssh:///p
    SSH://h/a#b
    """,
    "git+ssh": """
    git+ssh://git@github.com/owner/repo.git
    ssh+git://git@github.com:22/owner/repo.git
    git+ssh://h/~u/a
    git+ssh://[::1]:/a
    git+ssh://git@h/a.git#v1.0.27
    git+ssh://git@h/a@main#egg=b
    git+ssh://git@h/a?ref=main
    git+ssh://u;x@h/
    """,
    "doi": """
    doi:10.1000/182
    DOI:10.1000/182
    doi:10.1/x
    doi:10.1000.10/123456
    doi:10.1000/a/b
    doi:10.1000//a
    doi:10.1000/456%23789
    doi:10.1000/a%3Fb%25c%20d
    doi:10.1002/(SICI)1097-4636(199823)43:4%3C371::AID-JBM1%3E3.0.CO;2-X
    doi:10.1000/é
    doi:10.1000/%C3%A9
    """,
    "postgresql": """
    postgresql://
    postgresql://localhost
    postgresql://localhost:5433
    postgresql://localhost/mydb
    postgresql://user@localhost
    postgresql://user:secret@localhost
    postgresql://other@localhost/otherdb?connect_timeout=10&application_name=myapp
    postgresql:///mydb?host=localhost&port=5433
    postgresql://[2001:db8::1234]/database
    postgresql://%2Fvar%2Flib%2Fpostgresql/dbname
    postgresql:///dbname?host=/var/lib/postgresql
    postgresql://user@localhost:5433/mydb?options=-c%20synchronous_commit%3Doff
    postgres://h1,h2/db?target_session_attrs=read-write
    postgres://u:a:b@h:/d%2Fb
    postgres://h/db?ssl=true
    postgres://h?port=1,2,&host=a,b,c&hostaddr=192.0.2.1,::1,
    POSTGRES://h/
    """,
    "mongodb": """
    mongodb://localhost
    mongodb://alice:foo@127.0.0.1/test
    mongodb://alice@127.0.0.1
    mongodb://alice:@127.0.0.1
    mongodb://%40l%3Ace%2F%3D@example.com/my%3Ddb
    mongodb://!$&'()*+,;=:!$&'()*+,;=@127.0.0.1/admin?authMechanism=PLAIN
    mongodb://rel%2Fmongodb-27017.sock,rel%2Fmongodb-27018.sock/admin.shoe
    mongodb://[::1]:27019/?appName=a@b
    mongodb://example.com?tls=true
    mongodb://example.com/?AUTHMechanism=PLAIN&journal=
    mongodb://bücher.example.com,umläut.example.com/
    mongodb://h/?readPreferenceTags=dc:ny,rack:1&readPreferenceTags=dc:ny&readPreferenceTags=
    mongodb://h/?authMechanismProperties=TOKEN_RESOURCE:mongodb://foo,ENVIRONMENT:azure
    mongodb://h/?directConnection=true
    mongodb+srv://u:p@cluster.example.com/db?retryWrites=true&w=majority&srvServiceName=a
    mongodb+srv://localhost
    """,
    "mysql": """
    mysql://user@localhost:3333
    mysqlx://user:password@server.example.com/
    mysqlx://user@198.51.100.14:123
    mysqlx://user@[2001:db8:85a3:8d3:1319:8a2e:370:7348]
    mysqlx://user@198.51.100.1/world%5Fx
    mysql://user:@localhost
    mysql://h
    mysql://u:a:b@h:/db
    mysql://h?ssl-mode=verify_identity&ssl-ca=/etc/ca.pem
    mysql://h/?socket=(/tmp/mysql.sock)
    MYSQL://u@%2Ftmp%2Fmysql.sock/db
    """,
    "otpauth": """
    otpauth://totp/Example:alice@google.com?secret=JBSWY3DPEHPK3PXP&issuer=Example
    otpauth://totp/ACME%20Co:a.b@c.example?secret=HXDMVJECJJWSRB3H&issuer=ACME%20Co&algorithm=SHA1&digits=6&period=30
    otpauth://totp/Provider1:Alice%20Smith?secret=GEZDGNBV
    otpauth://totp/Big%20Corporation%3A%20alice%40bigco.com?secret=GEZDGNBV&issuer=Big%20Corporation
    otpauth://hotp/a?secret=GEZDGNBV&counter=0
    otpauth://TOTP/a?secret=gezdgnbv&digits=8&algorithm=SHA512
    otpauth://totp/a?image=https://e.example/a.png&secret=GEZDGNBV
    """,
}
INVALID: dict[str, list[tuple[str, str]]] = {
    "dns": [
        ("dns://www.example.org", "X002"),
        ("dns://a@h/b", "X002"),
        ("dns:a/b", "X002"),
        ("dns:a?", "X002"),
        ("dns:a?secret=value", "X002"),
        ("dns:a?TYPE=", "X002"),
        ("dns:a?TYPE=-A", "X002"),
        ("dns:a?TYPE=A&CLASS=IN", "X002"),
        ("dns:example?TYPE=A;TYPE=TXT", "X031"),
        ("dns:example?TYPE=A;type=A", "X031"),
        ("dns://h:65536/a", "X004"),
    ],
    "ldaps": [("ldaps:///??subtree", "X002"), ("ldaps://u@h/", "X002"), ("ldaps:o=X", "X002")],
    "rtsps": [("rtsps:/a", "X002"), ("rtsps:a", "X002")],
    "info": [
        ("info:ddc", "X002"),
        ("info:/a", "X002"),
        ("info:9a/b", "X002"),
        ("info:a_b/c", "X002"),
        ("info:a/b?c", "X002"),
        ("info:", "X002"),
        ("info://doi/10.1000/182", "X002"),
        ("info:doi/a b", "X001"),
    ],
    "sms": [
        ("sms:", "X002"),
        ("sms:911", "X002"),
        ("sms:+1,", "X002"),
        ("sms://+1", "X002"),
        ("sms:+1?body", "X002"),
        ("sms:+1?body=a+b", "X002"),
        ("sms:+1?body=a&body=b", "X032"),
        ("sms:+1?body=a&BODY=a", "X032"),
        ("sms:+1?body=%FF", "X032"),
        ("sms:+1?body=a b", "X001"),
        ("sms:+1;+2", "X002"),
    ],
    "swh": [
        (CNT[:-1], "X002"),
        (f"{CNT}0", "X002"),
        (CNT.replace("e", "E"), "X002"),
        (CNT.upper(), "X002"),
        (CNT.replace("1:", "2:", 1), "X002"),
        (CNT.replace("cnt", "ori"), "X002"),
        (f"{CNT};", "X002"),
        (f"{CNT};foo=1", "X002"),
        (f"{CNT};lines=a", "X002"),
        (f"{CNT};visit={CNT};lines=1", "X033"),
        (f"{CNT};origin=a:b;visit={REV}", "X033"),
        (f"{CNT};anchor={CNT};path=/a", "X033"),
        (f"{CNT};anchor={DIR}", "X033"),
        (f"{CNT};lines=5;lines=6", "X033"),
        (f"{CNT};lines=5;bytes=6", "X033"),
        (f"{REV};bytes=6", "X033"),
        (f"{CNT};lines=0", "X033"),
    ],
    "pkg": [
        ("pkg:n&g?inx/x", "X002"),
        ("pkg:3nginx/nginx@0.8.9", "X002"),
        ("pkg:nginx:a/nginx", "X002"),
        ("pkg:npm", "X002"),
        ("pkg:npm/", "X002"),
        ("pkg:maven/@1.3.4", "X002"),
        ("pkg:npm/@a/b", "X002"),
        ("PKG:npm/a", "X002"),
        ("pkg:npm/a@", "X002"),
        ("pkg:npm/a@1@2", "X002"),
        ("pkg:maven/a//b/c", "X002"),
        ("pkg:npm/a#../b", "X002"),
        ("pkg:npm/a#.", "X002"),
        ("pkg:npm/a#b%2Fc", "X002"),
        ("pkg:npm/a%2Fb/c", "X002"),
        ("pkg:npm/a?in%20production=true", "X002"),
        ("pkg:npm/a?A=1", "X002"),
        ("pkg:npm/a?vcs_url=git%2Bhttps://h", "X002"),
        ("pkg:npm/a?checksum=sha256%3Aff", "X002"),
        ("pkg:npm/a?b=c+d", "X002"),
        ("pkg:npm/a?b=1&b=2", "X034"),
        ("pkg:npm/a@%FF", "X034"),
        ("pkg://npm/a", "X035"),
        ("pkg:///npm/a", "X035"),
        ("pkg:Npm/a", "X035"),
        ("pkg:npm//a", "X035"),
        ("pkg:npm/a/@1", "X035"),
        ("pkg:npm/a?b=", "X035"),
        ("pkg:npm/a#/b/", "X035"),
    ],
    "amqp": [
        ("amqp:", "X002"),
        ("amqp:/a", "X002"),
        ("amqp://h/a/b", "X002"),
        ("amqp://h//", "X002"),
        ("amqp://a:b:c@h", "X002"),
        ("amqp://h:a", "X001"),
        ("amqp://h1,h2:1,h3/", "X001"),
        ("amqps://h:65536/", "X004"),
    ],
    "redis": [
        ("redis:a", "X002"),
        ("redis:0", "X002"),
        ("redis://h/abc", "X002"),
        ("redis://h/1/2", "X002"),
        ("redis://h/01", "X002"),
        ("redis://h/-1", "X002"),
        ("redis://h//", "X002"),
        ("rediss://h/1/", "X002"),
        ("redis://h/%30x", "X002"),
        ("redis://h:65536/0", "X004"),
        ("redis://h:a/0", "X001"),
    ],
    "ssh": [
        ("ssh:h/p", "X002"),
        ("ssh:/h/p", "X002"),
        ("ssh://h/a?b", "X002"),
        ("ssh://u;@h", "X002"),
        ("ssh://u;a@h", "X002"),
        ("ssh://u;a=b_c@h", "X002"),
        ("ssh://u;a=b,@h", "X002"),
        ("ssh://u;a=b;c=d@h", "X002"),
        ("ssh://git@github.com:owner/repo", "X001"),
        ("ssh://h:65536", "X004"),
    ],
    "git+ssh": [
        ("git+ssh://git@h", "X002"),
        ("git+ssh://h?ref=a", "X002"),
        ("git+ssh:///a", "X002"),
        ("git+ssh://git@/a", "X002"),
        ("git+ssh:h/a", "X002"),
        ("git+ssh:/h/a", "X002"),
        ("ssh+git:h:a/b", "X002"),
        ("git+ssh://git@github.com:a/b.git", "X001"),
        ("git+ssh://git@a@h/b", "X001"),
        ("git+ssh://h/a b", "X001"),
        ("git+ssh://h:65536/a", "X004"),
        ("ssh+git://h:a/b", "X001"),
    ],
    "doi": [
        ("doi:10.1000", "X002"),
        ("doi:10.1000/", "X002"),
        ("doi:10/a", "X002"),
        ("doi:11.1000/a", "X002"),
        ("doi:10.x/a", "X002"),
        ("doi:10.1000./a", "X002"),
        ("doi:10..1/a", "X002"),
        ("doi:/10.1000/a", "X002"),
        ("doi://10.1000/182", "X002"),
        ("doi:10.1000/a?b", "X002"),
        ("doi:https://doi.org/10.1000/182", "X002"),
        ("doi: 10.1000/182", "X001"),
        ("doi:10.1000/a<b>", "X001"),
        ("doi:10.1000/456#789", "X038"),
        ("doi:10.1000/a/../b", "X038"),
        ("doi:10.1000/a%00", "X039"),
        ("doi:10.1000/%FF", "X039"),
    ],
    "postgresql": [
        ("postgresql:h/db", "X002"),
        ("postgres:/h/db", "X002"),
        ("postgresql://h/a/b", "X002"),
        ("postgresql://h/db/", "X002"),
        ("postgresql://h/db?", "X002"),
        ("postgresql://h/db?sslmode", "X002"),
        ("postgresql://h/db?sslmode=a&", "X002"),
        ("postgresql://h/db?options=-csearch_path=x", "X002"),
        ("postgresql://h/db?sslmode=require;port=1", "X002"),
        ("postgresql://h1:1,h2:2/db", "X001"),
        ("postgresql://h:x/db", "X001"),
        ("postgresql://u:p@ss@h/db", "X001"),
        ("postgresql://u:p#ss@h/db", "X001"),
        ("postgresql://h1:1,h2:65536/db", "X004"),
        ("postgresql://h/db#x", "X022"),
        ("postgresql://h1:1,h2:2/db#x", "X022"),
        ("postgresql://h/db?schema=public", "X040"),
        ("postgresql://h/db?SSLMODE=require", "X040"),
        ("postgresql://h/db?sslmode=require&sslmode=disable", "X040"),
        ("postgresql://h/db?sslmode=Require", "X041"),
        ("postgresql://h/db?target_session_attrs=x", "X041"),
        ("postgresql://h/db?hostaddr=h", "X041"),
        ("postgresql://h/db?connect_timeout=", "X041"),
    ],
    "mongodb": [
        ("mongodb:h", "X002"),
        ("mongodb://h::1/", "X001"),
        ("mongodb://h:-1", "X001"),
        ("mongodb://h:65536", "X004"),
        ("mongodb://a:1,b:2/", "X001"),
        ("mongodb://alice:foo:bar@127.0.0.1", "X002"),
        ("mongodb://alice@@127.0.0.1", "X001"),
        ("mongodb://alice/@localhost/db", "X002"),
        ("mongodb://alice%foo:bar@127.0.0.1", "X001"),
        ("mongodb:///tmp/mongodb-27017.sock/", "X002"),
        ("mongodb://h/?w", "X002"),
        ("mongodb://h/?w=1&", "X002"),
        ("mongodb+srv://a.example.com,b.example.com", "X002"),
        ("mongodb+srv://h.example.com:27018", "X002"),
        ("mongodb://", "X003"),
        ("mongodb+srv://u@/db", "X003"),
        ("mongodb://h/db#x", "X022"),
        ("mongodb://h/?foo=bar", "X040"),
        ("mongodb://h/?replicaSet=a&replicaset=a", "X040"),
        ("mongodb://h/?retryWrites=1", "X040"),
        ("mongodb://@h/", "X041"),
        ("mongodb://:p@h/", "X041"),
        ("mongodb://h:0/", "X041"),
        ("mongodb://h:/", "X041"),
        ("mongodb://a,/", "X041"),
        ("mongodb://h/a%2Fb", "X041"),
        ("mongodb://h/a$b", "X041"),
        ("mongodb://%2Ftmp%2Fm/db", "X041"),
        ("mongodb://h/?srvMaxHosts=1", "X041"),
        ("mongodb://a,b/?directConnection=true", "X041"),
        ("mongodb+srv://h/?directConnection=true", "X041"),
    ],
    "mysql": [
        ("mysql:h/db", "X002"),
        ("mysql:///db", "X003"),
        ("mysql://u:p@/db", "X003"),
        ("mysql://u@h/a/b", "X002"),
        ("mysql://u@h/db/", "X002"),
        ("mysql://u@h1,h2/db", "X002"),
        ("mysql://u@h1:1,h2:2/db", "X001"),
        ("mysql://u@(/tmp/m.sock)/db", "X002"),
        ("mysql://u@h/db?", "X002"),
        ("mysql://u@h/db?ssl", "X002"),
        ("mysql://u@h/db?tls-versions=[TLSv1.2]", "X001"),
        ("mysql://u:p%w@h/db", "X001"),
        ("mysql://h:65536/db", "X004"),
        ("mysql://h/db#x", "X022"),
        ("mysqlx://h?ssl-mode=REQUIRED&SSL-MODE=REQUIRED", "X040"),
        ("mysql://@h/db", "X041"),
        ("mysql://:p@h/db", "X041"),
        ("mysql://h?ssl-mode=on", "X041"),
    ],
    "otpauth": [
        ("otpauth://totp/?secret=GEZDGNBV", "X002"),
        ("otpauth://totp/a", "X002"),
        ("otpauth://totp?secret=GEZDGNBV", "X002"),
        ("otpauth://motp/a?secret=GEZDGNBV", "X002"),
        ("otpauth://totp/a:b:c?secret=GEZDGNBV", "X002"),
        ("otpauth://totp/a%3Ab%3ac?secret=GEZDGNBV", "X002"),
        ("otpauth://totp/a/b?secret=GEZDGNBV", "X002"),
        ("otpauth://totp/a?secret=GEZDGNBV==", "X002"),
        ("otpauth:totp/a?secret=GEZDGNBV", "X002"),
        ("otpauth://totp/a?issuer=b", "X036"),
        ("otpauth://totp/a?secret=", "X036"),
        ("otpauth://totp/a?secret=GEZDGNB1", "X036"),
        ("otpauth://totp/a?secret=GEZDGNBV&secret=GEZDGNBV", "X036"),
        ("otpauth://totp/a?secret=GEZDGNBV&algorithm=sha256", "X036"),
        ("otpauth://totp/a?secret=GEZDGNBV&digits=7", "X036"),
        ("otpauth://totp/a?secret=GEZDGNBV&period=x", "X036"),
        ("otpauth://hotp/a?secret=GEZDGNBV", "X036"),
        ("otpauth://totp/b:a?secret=GEZDGNBV&issuer=c", "X037"),
        ("otpauth://totp/a?secret=GEZDGNA%3D", "X037"),
    ],
}


@in_one_test("text", [line.strip() for lines in VALID.values() for line in lines.strip().splitlines()])
def test_a_uri_of_its_scheme_has_no_findings(text: str) -> None:
    checked = check_scheme(text)
    assert checked.checked
    assert checked.findings == ()


@in_one_test(("text", "code"), [row for rows in INVALID.values() for row in rows])
def test_a_uri_has_the_finding_of_its_scheme(text: str, code: str) -> None:
    assert code in [finding.code for finding in check_scheme(text).findings]


@in_one_test(
    ("text", "meant"),
    [
        ("pkg://npm/a", "pkg:npm/a"),
        ("pkg:///Npm//%40a//b//@1", "pkg:npm/%40a/b@1"),
        ("pkg:npm/a?b=&c=d&e=", "pkg:npm/a?c=d"),
        ("pkg:npm/a?b=", "pkg:npm/a"),
        ("pkg:npm/a#//b/c/", "pkg:npm/a#b/c"),
    ],
)
def test_an_accepted_package_url_is_a_warning_with_its_canonical_form(text: str, meant: str) -> None:
    checked = check_scheme(text)
    assert checked
    assert [(finding.code, finding.severity, finding.fix) for finding in checked.findings] == [
        ("X035", "warning", meant)
    ]
    assert check_scheme(meant).findings == ()


@in_one_test(
    ("text", "meant"),
    [
        ("pkg:npm/@a/b", "pkg:npm/%40a/b"),
        ("pkg:npm/a@1@2", "pkg:npm/a@1%402"),
        ("pkg:npm/a?b=c+d", "pkg:npm/a?b=c%2Bd"),
        ("pkg:oci/a@sha256%3A24?repository_url=docker.io/b", "pkg:oci/a@sha256:24?repository_url=docker.io%2Fb"),
        ("sms:+1?body=a+b", "sms:+1?body=a%2Bb"),
    ],
)
def test_what_only_lacks_percent_encoding_has_a_safe_fix(text: str, meant: str) -> None:
    (finding,) = check_scheme(text).errors
    assert [(fix.text, fix.applicability) for fix in finding.fixes] == [(meant, "safe")]
    assert check_scheme(meant).findings == ()


@in_one_test(
    ("text", "values"),
    [
        ("dns://h:1/a?type=TXT", {"server": "h:1", "name": "a", "class": None, "type": "TXT"}),
        ("dns:", {"server": None, "name": "", "class": None, "type": None}),
        ("info:doi/10.1000/182#a", {"namespace": "doi", "identifier": "10.1000/182", "fragment": "a"}),
        ("sms:+1,+2?body=a&b=c", {"recipients": ("+1", "+2"), "fields": ("body=a", "b=c")}),
        (
            f"{CNT};origin=a:b;visit={SNP}",
            {"version": "1", "type": "cnt", "hash": SHA, "qualifiers": ("origin=a:b", f"visit={SNP}")},
        ),
        (
            "pkg:npm/%40a/b@1?c=d&e=f#g/h",
            {
                "type": "npm",
                "namespace": "%40a",
                "name": "b",
                "version": "1",
                "qualifiers": ("c=d", "e=f"),
                "subpath": "g/h",
            },
        ),
        (
            "amqp://u:p@h:1/v?q",
            {"user": "u", "password": "p", "host": "h", "port": "1", "vhost": "v", "query": "q"},
        ),
        ("amqp://", {"user": None, "password": None, "host": "", "port": None, "vhost": None, "query": None}),
        (
            "redis://u:p@h:1/2?a=b",
            {"userinfo": "u:p", "host": "h", "port": "1", "database": "2", "query": "a=b"},
        ),
        (
            "ssh://u:p;a=b,c=d@h:22/p/q",
            {"userinfo": "u:p", "parameters": ("a=b", "c=d"), "host": "h", "port": "22", "path": "/p/q"},
        ),
        (
            "git+ssh://h/a/b?c#d",
            {"userinfo": None, "host": "h", "port": None, "path": "/a/b", "query": "c", "fragment": "d"},
        ),
        ("doi:10.1000.1/a/b", {"prefix": "10.1000.1", "suffix": "a/b"}),
        (
            "postgres://u:p@h1:1,[::1]/d?a=b&c=d",
            {"user": "u", "password": "p", "hosts": ("h1:1", "[::1]"), "database": "d", "options": ("a=b", "c=d")},
        ),
        (
            "mongodb://a,%2Fb.sock",
            {"user": None, "password": None, "hosts": ("a", "%2Fb.sock"), "database": None, "options": ()},
        ),
        (
            "mongodb+srv://u@h/d?w=1",
            {"user": "u", "password": None, "host": "h", "database": "d", "options": ("w=1",)},
        ),
        (
            "mysql://u:@h:1/s?a=b",
            {"user": "u", "password": "", "host": "h", "port": "1", "database": "s", "options": ("a=b",)},
        ),
        (
            "otpauth://totp/b%3A%20a?secret=GE",
            {"type": "totp", "issuer": "b", "account": "a", "parameters": ("secret=GE",)},
        ),
    ],
)
def test_parts_by_the_grammar_of_a_scheme(text: str, values: dict[str, Any]) -> None:
    assert parts(text) == values


@in_one_test("text", ["magnet:?xt=urn:btih:a", "ipfs://a", "webcal://h/a", "matrix:u/a:h"])
def test_a_registered_scheme_is_known_by_name(text: str) -> None:
    checked = check_scheme(text)
    assert checked
    assert checked.unchecked == "its scheme is known, its syntax is not checked"
