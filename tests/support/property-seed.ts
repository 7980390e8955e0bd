import fc from 'fast-check';

// Property tests draw the same cases in each run, so that a failure concerns the change at hand. Another seed draws others.
fc.configureGlobal({ seed: Number(process.env['FAST_CHECK_SEED'] ?? 1) });
