/** The notes of a version are its section in the changelog. */

const HEADING = /^## \[([^\]]+)\](?: - (\d{4}-\d\d-\d\d))?\s*$/

/**
 * The text of the section of a version in a changelog of the form of Keep a Changelog, without its heading.
 * @throws {Error} when the section is missing, has no date, is empty, or is not the newest section
 */
export function releaseNotes(changelog: string, version: string): string {
  const lines = changelog.split('\n')
  const headings = lines.flatMap((line, at) => {
    const match = HEADING.exec(line)
    return match === null ? [] : [{ at, name: match[1] ?? '', date: match[2] }]
  })
  const released = headings.filter(({ name }) => name !== 'Unreleased')
  const [newest] = released
  if (newest?.name !== version) {
    throw new Error(
      `CHANGELOG.md has no newest section "## [${version}] - YYYY-MM-DD": move the lines of Unreleased into it`,
    )
  }
  if (newest.date === undefined) {
    throw new Error(
      `the section [${version}] of CHANGELOG.md has no date: write "## [${version}] - YYYY-MM-DD"`,
    )
  }
  const next = released[1]
  const notes = lines
    .slice(newest.at + 1, next?.at)
    .join('\n')
    .trim()
  if (notes === '')
    throw new Error(`the section [${version}] of CHANGELOG.md is empty; list the changes for users`)
  return notes
}
