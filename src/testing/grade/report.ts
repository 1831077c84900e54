/** Renders the report about a graded run, as lines for a terminal and as a Markdown file. */
import type { Grade, GradedRow } from './attempt.ts'

const WORDS: Readonly<Record<Grade, string>> = { pass: 'pass', fail: 'FAIL', 'not-seen': '-' }

export function reportLines(rows: readonly GradedRow[]): readonly string[] {
  const width = Math.max(...rows.map(({ name }) => name.length))
  return [
    ...rows.flatMap(({ name, grade, expected, seen, change }) => [
      `${WORDS[grade].padEnd(4)}  ${name.padEnd(width)}  ${seen}`,
      ...(grade === 'fail'
        ? [`${' '.repeat(width + 8)}Expected: ${expected}.`, `${' '.repeat(width + 8)}Change: ${change}`]
        : []),
    ]),
    summary(rows),
  ]
}

export function summary(rows: readonly GradedRow[]): string {
  const count = (grade: Grade) => countOf(rows, grade)
  return `${count('pass')} passed, ${count('fail')} failed, ${count('not-seen')} were not seen.`
}

export function countOf(rows: readonly GradedRow[], grade: Grade): number {
  return rows.filter((row) => row.grade === grade).length
}

/** The report in Markdown. @param title the title, in one line */
export function reportMarkdown(title: string, rows: readonly GradedRow[]): string {
  const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
  const table = rows.map(
    ({ name, grade, expected, seen, change = '' }) =>
      `| ${name} | ${WORDS[grade]} | ${cell(expected)} | ${cell(seen)} | ${cell(change)} |\n`,
  )
  return `# ${cell(title)}

${summary(rows)}

| Trial | Grade | Expected | Seen | Change |
|---|---|---|---|---|
${table.join('')}`
}
