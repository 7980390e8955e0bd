const { options } = require('./.dependency-cruiser.cjs');

/** Folders form floors: no two import each other, directly or through others. Tests may import from anywhere. */
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
  options: { ...options, exclude: { path: '^web/dist/|\\.test\\.tsx?$' } },
};
