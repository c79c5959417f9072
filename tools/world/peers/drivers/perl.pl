# The driver for Perl: `perl perl.pl PEER RULE` reads one JSON string a line and prints `true` or `false` for each; what
# a peer dies of without documenting it is printed as `error`. `perl perl.pl --version PEER` prints the version, or
# exits 3 where the peer is not installed.

use strict;
use warnings;
use JSON::PP;

my %peers = (
    'control' => [undef, sub {
        return sub { my $sum = 0; $sum += ord for split //, $_[0]; return $sum % 2 == 0 };
    }],
    'Data::Validate::URI' => ['Data::Validate::URI', sub {
        return sub { defined Data::Validate::URI::is_uri($_[0]) };
    }],
    'IRI' => ['IRI', sub {
        return sub {
            my $iri = eval { IRI->new(value => $_[0]) };
            return defined $iri->scheme if $iri;
            return 0 if $@ =~ /^Not a valid IRI/;
            die $@;
        };
    }],
    'Regexp::Common::URI' => ['Regexp::Common', sub {
        require Regexp::Common::URI::RFC2396;
        my ($uri, $fragment) = ($Regexp::Common::URI::RFC2396::absoluteURI, $Regexp::Common::URI::RFC2396::fragment);
        my $pattern = qr/\A$uri(?:#$fragment)?\z/;
        return sub { $_[0] =~ $pattern };
    }],
);

my ($first, $second) = @ARGV;
my ($module, $make) = @{ $peers{ $first eq '--version' ? $second : $first } };
if (defined $module) {
    eval "require $module; 1" or exit 3;
}
if ($first eq '--version') {
    print defined $module ? $module->VERSION : sprintf('%vd', $^V), "\n";
    exit 0;
}
$| = 1;
binmode STDIN;
my $check = $make->();
my $json  = JSON::PP->new->utf8->allow_nonref;
while (my $line = <STDIN>) {
    my $text   = $json->decode($line);
    my $answer = eval { $check->($text) ? 'true' : 'false' };
    print defined $answer ? "$answer\n" : "error\n";
}
