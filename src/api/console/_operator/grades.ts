/**
 * Reports about graded clients, as the desk shows them: a client is graded by its reactions to faults
 * (spec/console.md#test-controls). Times are in Unix milliseconds.
 */
import { type Static, Type } from 'typebox'

const FACTS = {
  id: Type.String(),
  client: Type.String({ description: 'Name of the graded client.' }),
  is_quick: Type.Boolean({ description: 'True for one failure of each kind, and shorter waits.' }),
  received_at: Type.Integer({ description: 'Unix milliseconds, by the clock of the machine.' }),
  passed: Type.Integer(),
  failed: Type.Integer(),
  not_seen: Type.Integer({ description: 'Trials that the client did not reach.' }),
}

const GRADE_FACTS = Type.Object(FACTS)

export const GRADE_LIST = Type.Object(
  {
    reports: Type.Array(GRADE_FACTS, { description: 'The newest first, without their trials.' }),
    max_reports: Type.Integer({
      description: 'Maximum number of stored reports. A further report replaces the oldest report.',
    }),
  },
  { title: 'ConsoleGrades' },
)

export const GRADE = Type.Object(
  {
    ...FACTS,
    trials: Type.Array(
      Type.Object({
        name: Type.String(),
        grade: Type.Enum(['pass', 'fail', 'not-seen']),
        expected: Type.String({ description: 'The documented behaviour.' }),
        seen: Type.String({ description: 'The observed behaviour, or the reason why none was observed.' }),
        change: Type.Optional(Type.String({ description: 'Advice to the author of the client.' })),
      }),
    ),
  },
  { title: 'ConsoleGrade' },
)

export type GradeFacts = Static<typeof GRADE_FACTS>
export type GradeList = Static<typeof GRADE_LIST>
export type Grade = Static<typeof GRADE>
