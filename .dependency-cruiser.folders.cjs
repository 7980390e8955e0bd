const { options } = require('./.dependency-cruiser.cjs');

/**
 * Folders form a tree of floors: no two import each other, directly or through others. Tests and the benches of
 * packages are exempt.
 */
module.exports = {
  forbidden: [
    {
      name: 'folders-have-no-cycles',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
  options: { ...options, exclude: { path: '^web/dist/|\\.test\\.tsx?$|^packages/[^/]+/bench/' } },
};
