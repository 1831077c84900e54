/** npm packages that only some installations need, and that are not dependencies of the published package. */

/**
 * Checks that an optional package is installed.
 * @param use name of the feature that needs the package, such as `the setting media_bucket`; the error begins with it
 * @throws {Error} with the command that installs the package
 */
export function requireOptionalPackage(name: string, use: string): void {
  requireOptionalPackages([name], use)
}

/** Like {@link requireOptionalPackage}, for packages that are needed together. */
export function requireOptionalPackages(names: readonly string[], use: string): void {
  try {
    for (const name of names) import.meta.resolve(name)
  } catch (error) {
    const all = names.join(' ')
    const missing =
      names.length === 1 ? `the package ${all}, which is` : `the packages ${names.join(', ')}, which are`
    throw new Error(
      `${use} needs ${missing} not installed; run "npm install ${all}" where aviary-server is installed ("npm install --global" for a global one)`,
      { cause: error },
    )
  }
}
