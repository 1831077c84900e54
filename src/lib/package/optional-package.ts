/** Packages that only some installations need; they are not dependencies of the published package. */

/**
 * Requires that an optional package is installed.
 * @param use the reason, as the subject of a sentence, such as `the setting media_bucket`
 * @throws {Error} with the command that installs it
 */
export function requireOptionalPackage(name: string, use: string): void {
  try {
    import.meta.resolve(name)
  } catch (error) {
    throw new Error(
      `${use} needs the package ${name}, which is not installed; run "npm install ${name}" where aviary-server is installed ("npm install --global" for a global one)`,
      { cause: error },
    )
  }
}
