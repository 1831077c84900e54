/**
 * `/test/grades` of the admin listener stores reports about graded clients (docs/testing/grade.md).
 *
 *   GET     /test/grades       {"reports": [{"id": "1", "client": "node my-bot.js", …}], "max_reports": 50}, the newest first
 *   POST    /test/grades       stores a report, as `aviary grade --send-to` does; removes the oldest above 50
 *   GET     /test/grades/ID    a report with its trials
 *   DELETE  /test/grades/ID
 */
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import { isoTime } from '../../lib/time/iso-time.ts'
import type { TestControls } from '../../testing/controls.ts'
import {
  countsOf,
  type KeptReport,
  MAX_CLIENT_LENGTH,
  MAX_REPORTS,
} from '../../testing/grade/kept-reports.ts'
import { ControlRefused } from '../../testing/refused.ts'

/** Maximum number of characters of a sentence about a trial. */
const MAX_SENTENCE_LENGTH = 2_000

const MAX_TRIALS = 50

const SENTENCE = Type.String({ maxLength: MAX_SENTENCE_LENGTH })

const BODY = Type.Object(
  {
    client: Type.String({ minLength: 1, maxLength: MAX_CLIENT_LENGTH }),
    is_quick: Type.Boolean(),
    trials: Type.Array(
      Type.Object(
        {
          name: Type.String({ minLength: 1, maxLength: 50 }),
          grade: Type.Enum(['pass', 'fail', 'not-seen']),
          expected: SENTENCE,
          seen: SENTENCE,
          change: Type.Optional(SENTENCE),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: MAX_TRIALS },
    ),
  },
  { additionalProperties: false },
)

const USAGE = `send {"client": NAME, "is_quick": false, "trials": [{"name": …, "grade": "pass", "fail" or "not-seen", "expected": …, "seen": …}]} with up to ${MAX_TRIALS} trials, as "aviary grade --send-to" does`

interface Named {
  readonly Params: { readonly id: string }
}

export function addGrades(app: FastifyInstance, { grades }: Pick<TestControls, 'grades'>): void {
  app.get('/test/grades', async () => ({ reports: grades.list().map(factsOf), max_reports: MAX_REPORTS }))
  app.post('/test/grades', async ({ body }) => {
    if (!Check(BODY, body)) throw new ControlRefused(USAGE)
    // The audit log contains the name of the client, so names with characters that the database cannot store are
    // refused.
    if (!body.client.isWellFormed() || /\p{Cc}/u.test(body.client))
      throw new ControlRefused('client is a line of text, without control characters')
    const { client, is_quick: isQuick, trials } = body
    return factsOf(grades.add({ client, isQuick, trials }))
  })
  app.get<Named>('/test/grades/:id', async ({ params: { id } }) => {
    const report = known(grades.find(id), id)
    return { ...factsOf(report), trials: report.trials }
  })
  app.delete<Named>('/test/grades/:id', async ({ params: { id } }) => factsOf(known(grades.remove(id), id)))
}

function factsOf(report: KeptReport) {
  const { id, client, isQuick, receivedAt } = report
  return { id, client, is_quick: isQuick, received_at: isoTime(receivedAt), ...countsOf(report) }
}

function known(report: KeptReport | undefined, id: string): KeptReport {
  if (report !== undefined) return report
  throw new ControlRefused(
    `there is no report ${JSON.stringify(id)}; GET /test/grades lists them`,
    'not-found',
  )
}
