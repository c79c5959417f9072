# Perl's URI, or IRI by the argument, asked as measure.py says.
use strict;
use warnings;
use open qw(:std :utf8);
use IRI;
use URI;

my %answers = (
  resolve => sub { URI->new_abs($_[1], $_[0]) },
  relativize => sub { URI->new($_[1])->rel($_[0]) },
  normalize => sub { URI->new($_[0])->canonical },
  "to-iri" => sub { URI->new($_[0])->as_iri },
  "to-uri" => sub { URI->new($_[0])->as_string },
  write => sub { URI->new($_[0])->as_string },
);
if (@ARGV) {
  $answers{resolve} = sub { IRI->new(value => $_[1], base => IRI->new($_[0]))->abs };
  $answers{write} = sub { IRI->new($_[0])->as_string };
}

while (my $line = <STDIN>) {
  chomp $line;
  my ($operation, @texts) = split /\t/, $line, -1;
  my $answer = eval { $answers{$operation}->(@texts) };
  print defined $answer ? "=$answer" : "!", "\n";
}
