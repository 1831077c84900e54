/** Makes the content of docs/testing/grades.md, the grades of clients, from results.json. */
import { readFileSync } from 'node:fs'

export interface GradedTrial {
  readonly name: string
  readonly grade: string
  readonly seen: string
}

/** Trials by title of the client. */
export type Grades = Readonly<Record<string, readonly GradedTrial[]>>

export const GRADES_FILE = new URL('results.json', import.meta.url)

const WORDS: Readonly<Record<string, string>> = { pass: 'pass', fail: '**fail**' }

/** Markdown below the head of the page. */
export function gradesPage(): readonly string[] {
  const grades = JSON.parse(readFileSync(GRADES_FILE, 'utf8')) as Grades
  return [
    `\`aviary grade --quick\` graded these unmodified clients, each in a program of a few lines. [grade.md](grade.md) explains the
trials. Trials that a client did not reach are left out. These commands write the page again:

\`\`\`sh
npm run clients                                          # installs the clients
node acceptance/clients/grades/run.ts && npm run docs    # takes about twenty minutes
\`\`\``,
    ...Object.entries(grades).flatMap(([title, trials]) => [
      `## ${title}`,
      ['| Trial | Grade | Seen |', '|---|---|---|', ...trials.flatMap(row)].join('\n'),
    ]),
  ]
}

function row({ name, grade, seen }: GradedTrial): string[] {
  const word = WORDS[grade]
  return word === undefined ? [] : [`| \`${name}\` | ${word} | ${seen} |`]
}
