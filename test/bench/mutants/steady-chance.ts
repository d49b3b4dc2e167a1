import fc from 'fast-check';

// A mutant that chance kills in one run and spares in the next would say nothing about the tests.
fc.configureGlobal({ seed: 20 });
