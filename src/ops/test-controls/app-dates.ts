/**
 * `/test/apps/:key/date` of the admin listener: the day of the API for one app. `:key` is the consumer key or the id of
 * the app.
 *
 *   GET                         returns {"app_id": "1", "date": "2019-06-01"}; null means the day of the server
 *   PUT {"date": "2019-06-01"}  sets a day, `live` or `latest`; null sets the day of the server
 *
 * A request may select another day with the header `aviary-api-date`.
 */
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import { findApp, findAppByConsumerKey } from '../../domain/apps/app.ts'
import type { Context } from '../../domain/context.ts'
import { LARGEST_ID } from '../../lib/ids/largest-id.ts'
import { API_DATE_FORM, isApiDate } from '../../lib/time/api-date.ts'
import type { TestControls } from '../../testing/controls.ts'
import { ControlRefused } from '../../testing/refused.ts'

const BODY = Type.Object({ date: Type.Union([Type.String(), Type.Null()]) }, { additionalProperties: false })

const USAGE = `send {"date": DATE}, where DATE is ${API_DATE_FORM}; null for the day of the server`

export function addAppDates(
  app: FastifyInstance,
  { dates }: Pick<TestControls, 'dates'>,
  store: Context['store'],
): void {
  const path = '/test/apps/:key/date'
  const stateOf = (appId: bigint) => ({ app_id: String(appId), date: dates.of(appId) ?? null })
  app.get<{ Params: { key: string } }>(path, async ({ params }) => stateOf(await appIdOf(store, params.key)))
  app.put<{ Params: { key: string } }>(path, async ({ params, body }) => {
    const appId = await appIdOf(store, params.key)
    if (!Check(BODY, body) || (body.date !== null && !isApiDate(body.date))) {
      throw new ControlRefused(USAGE)
    }
    dates.set(appId, body.date ?? undefined)
    return stateOf(appId)
  })
}

/**
 * The id of the app with the given consumer key or id. Consumer keys may also consist of digits.
 * @throws {ControlRefused} for an unknown app
 */
async function appIdOf(store: Context['store'], key: string): Promise<bigint> {
  const isId = /^\d{1,19}$/.test(key) && BigInt(key) <= LARGEST_ID
  const app =
    (await findAppByConsumerKey(store, key)) ?? (isId ? await findApp(store, BigInt(key)) : undefined)
  if (app === undefined) throw new ControlRefused('no app has this consumer key or id', 'not-found')
  return app.id
}
