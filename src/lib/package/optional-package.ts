/** Packages that only some installations need; they are not dependencies of the published package. */

/**
 * Requires that an optional package is installed.
 * @param use the reason, as the subject of a sentence, such as `the setting media_bucket`
 * @throws {Error} with the command that installs it
 */
export function requireOptionalPackage(name: string, use: string): void {
  requireOptionalPackages([name], use)
}

/** As {@link requireOptionalPackage}, for packages that are needed together. */
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
