/** Tells whether npm installs a package of the lockfile on a platform. */
function fits({ os, cpu }, { platform, arch }) {
  return (os === undefined || os.includes(platform)) && (cpu === undefined || cpu.includes(arch));
}

/**
 * Returns the packages of a lockfile that are not installed in the version it pins. npm records the installed ones in
 * `node_modules/.package-lock.json` at the end of an installation, so an interrupted one counts as none.
 *
 * Optional packages of packages may be missing. Those of the project itself, which carry PostgreSQL and Node.js, may not
 * be on a platform they exist for. Development packages count only with `dev`.
 */
export function missingPackages(lockfile, installed, { dev, platform, arch }) {
  const { '': project, ...packages } = lockfile.packages;
  const ofProject = new Set(
    Object.keys(project.optionalDependencies ?? {}).map((name) => `node_modules/${name}`),
  );
  // The lockfile doesn't mark links to folders of the project.
  const ofDevelopment = new Set(
    Object.keys(project.devDependencies ?? {}).map((name) => `node_modules/${name}`),
  );
  const needed = ([path, entry]) => {
    if (!dev && (entry.dev || entry.devOptional || ofDevelopment.has(path))) return false;
    return fits(entry, { platform, arch }) && (!entry.optional || ofProject.has(path));
  };
  return Object.entries(packages)
    .filter(needed)
    .filter(([path, { version, integrity }]) => {
      const found = installed.packages?.[path];
      return found === undefined || found.version !== version || found.integrity !== integrity;
    })
    .map(([path]) => path);
}
