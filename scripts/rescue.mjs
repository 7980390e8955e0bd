import './admin.mjs';

// npm run rescue -- <command> <argument>: another name of npm run admin, which it was called before.
