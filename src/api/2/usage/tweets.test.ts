/** Tests GET 2/usage/tweets over HTTP. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask, createTestApp } from '../../../../test/support/api-client.ts'
import { LookupStage } from '../../../../test/support/v2-lookup/stage.ts'
import { findProjectOfApp } from '../../../domain/apps/projects/projects.ts'
import { updateApp } from '../../../domain/apps/update-app.ts'
import { dayOf } from '../../../domain/usage/period.ts'
import { addUsage, usageAccountOf } from '../../../domain/usage/usage.ts'

test('GET 2/usage/tweets', async (t) => {
  const stage = await LookupStage.open(t, '2', 'sqlite')
  const { context, app, clock } = stage
  const { store } = context
  const projectId = String((await findProjectOfApp(store, app.appId))?.id)
  const account = await usageAccountOf(store, app.appId, '2')
  const today = dayOf(clock.now())
  await addUsage(store, [
    { account, day: today, posts: 5 },
    { account, day: today - 2, posts: 7 },
    { account, day: today - 60, posts: 11 },
  ])
  const month = { cap_reset_day: 12, project_cap: '500000', project_id: projectId, project_usage: '5' }
  const usage = [
    { date: '2020-08-10T00:00:00.000Z', usage: '7' },
    { date: '2020-08-11T00:00:00.000Z', usage: '0' },
    { date: '2020-08-12T00:00:00.000Z', usage: '5' },
  ]
  const client_app_id = String(app.appId)

  await t.test(
    '200 spec/v2.md#usage-call: the response has the usage of the month and of each day',
    async () => {
      assert.deepEqual((await stage.got('/usage/tweets?days=3')).data, {
        ...month,
        daily_client_app_usage: [{ client_app_id, usage, usage_result_count: 3 }],
        daily_project_usage: { project_id: projectId, usage },
      })
      const { data } = await stage.got('/usage/tweets')
      assert.equal(data.daily_project_usage.usage.length, 7)
    },
  )
  await t.test('200 spec/v2.md#usage-call: the response has the requested fields', async () => {
    const { data } = await stage.got('/usage/tweets?usage.fields=project_usage')
    assert.deepEqual(data, month)
    const { data: daily } = await stage.got('/usage/tweets?days=3&usage.fields=daily_project_usage')
    assert.deepEqual(daily, { ...month, daily_project_usage: { project_id: projectId, usage } })
  })
  await t.test('400/2 spec/errors.md#invalid-parameters: invalid days and fields', async () => {
    for (const query of ['days=0', 'days=91', 'days=x', 'usage.fields=x', 'a=1']) {
      const { status, body } = await stage.get(`/usage/tweets?${query}`)
      assert.deepEqual([status, body.title], [400, 'Invalid Request'], query)
    }
  })
  await t.test('200 spec/v2.md#app-levels: the access level of the app sets the cap', async () => {
    await updateApp(context, app.appId, { level: 'academic' })
    assert.equal((await stage.got('/usage/tweets')).data.project_cap, '10000000')
  })
  await t.test('403/3 spec/labs-lookup.md#early-access: an app without a project', async () => {
    const alone = await createTestApp(context)
    const { status, text } = await ask(`${stage.server.url}/2/usage/tweets`, alone.asApp)
    assert.equal(status, 403)
    assert.match(JSON.parse(text).type, /client-forbidden$/)
  })
})
