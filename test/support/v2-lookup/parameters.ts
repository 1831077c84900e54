/**
 * The contract of the parameters of every lookup, as tests (spec/labs-lookup.md#parameter-errors,
 * spec/errors.md#invalid-parameters).
 */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { changeLabsEnrolment } from '../../../src/domain/apps/enrolment.ts'
import { createTestApp } from '../api-client.ts'
import type { LookupStage } from './stage.ts'

/** The accepted values of Labs (spec/labs-lookup.md#fields). */
const LABS = {
  'tweet.fields':
    'attachments,author_id,context_annotations,created_at,entities,geo,id,in_reply_to_user_id,lang,non_public_metrics,organic_metrics,possibly_sensitive,promoted_metrics,public_metrics,referenced_tweets,source,text,withheld',
  'user.fields':
    'created_at,description,entities,id,location,name,pinned_tweet_id,profile_image_url,protected,public_metrics,url,username,verified,withheld',
  'media.fields':
    'duration_ms,height,media_key,non_public_metrics,organic_metrics,preview_image_url,promoted_metrics,public_metrics,type,url,width',
  'place.fields': 'contained_within,country,country_code,full_name,geo,id,name,place_type',
  'poll.fields': 'duration_minutes,end_datetime,id,options,voting_status',
} as const

const LABS_EXPANSIONS = {
  posts:
    'attachments.poll_ids,attachments.media_keys,author_id,entities.mentions.username,geo.place_id,in_reply_to_user_id,referenced_tweets.id,referenced_tweets.id.author_id',
  users: 'pinned_tweet_id',
} as const

/** The accepted values of API v2, which are equal for all calls (spec/v2.md#fields). */
export const V2_SELECTION = {
  expansions:
    'attachments.poll_ids,attachments.media_keys,author_id,entities.mentions.username,geo.place_id,in_reply_to_user_id,referenced_tweets.id,referenced_tweets.id.author_id,edit_history_tweet_ids,referenced_tweets.id.attachments.media_keys,pinned_tweet_id,most_recent_tweet_id,owner_id,attachments.media_source_tweet,article.cover_media,article.media_entities,entities.note.mentions.username,affiliation.user_id',
  'tweet.fields':
    'article,attachments,author_id,card_uri,community_id,context_annotations,conversation_id,created_at,display_text_range,edit_controls,edit_history_tweet_ids,entities,geo,id,in_reply_to_user_id,lang,media_metadata,non_public_metrics,note_tweet,organic_metrics,paid_partnership,possibly_sensitive,promoted_metrics,public_metrics,referenced_tweets,reply_settings,scopes,source,suggested_source_links,suggested_source_links_with_counts,text,withheld',
  'user.fields':
    'affiliation,confirmed_email,connection_status,created_at,description,entities,id,is_identity_verified,location,most_recent_tweet_id,name,parody,pinned_tweet_id,profile_banner_url,profile_image_url,protected,public_metrics,receives_your_dm,subscribes_to_you,subscription,subscription_type,url,username,verified,verified_followers_count,verified_type,withheld',
  'media.fields':
    'alt_text,duration_ms,height,media_key,non_public_metrics,organic_metrics,preview_image_url,promoted_metrics,public_metrics,type,url,variants,width',
  'place.fields': LABS['place.fields'],
  'poll.fields': LABS['poll.fields'],
  'list.fields': 'created_at,description,follower_count,id,member_count,name,owner_id,private',
} as const

function acceptedBy({ generation }: LookupStage, subject: Way['subject']): Readonly<Record<string, string>> {
  return generation === '2' ? V2_SELECTION : { expansions: LABS_EXPANSIONS[subject], ...LABS }
}

/** A lookup endpoint. */
export interface Way {
  /** Path below the API prefix, such as `/tweets`; `{}` is replaced by the value. */
  readonly path: string
  readonly key: 'ids' | 'id' | 'usernames' | 'username'
  readonly subject: 'posts' | 'users'
  /** The value of an existing object. */
  readonly good: string
}

function isList({ key }: Way): boolean {
  return key.endsWith('s')
}

/** Makes the path with a value and a suffix. */
export function asking(way: Way, value = way.good, more = ''): string {
  if (isList(way)) return `${way.path}?${way.key}=${value}${more === '' ? '' : `&${more}`}`
  return `${way.path.replace('{}', value)}${more === '' ? '' : `?${more}`}`
}

export async function parameterTests(t: TestContext, stage: LookupStage, way: Way): Promise<void> {
  const accepted = acceptedBy(stage, way.subject)
  const afterKey = Object.keys(accepted).join(',')
  await t.test(
    '200 spec/labs-lookup.md#fields: every value of every parameter is accepted, even twice in a list',
    async () => {
      const all = Object.entries(accepted).map(([name, list]) => `${name}=${list},${list.split(',')[0]}`)
      await stage.got(asking(way, way.good, all.join('&')))
    },
  )

  await t.test(
    '400/2 spec/errors.md#invalid-parameters: an invalid value is reported with the valid values in order',
    async () => {
      for (const [name, list] of Object.entries(accepted)) {
        assert.deepEqual(await stage.faults(asking(way, way.good, `${name}=id,x`)), [
          ...(name === 'expansions'
            ? [
                {
                  parameters: { [name]: ['id,x'] },
                  message: `The \`${name}\` query parameter value [id] is not one of [${list}]`,
                },
              ]
            : []),
          ...(name === 'media.fields'
            ? [
                {
                  parameters: { [name]: ['id,x'] },
                  message: `The \`${name}\` query parameter value [id] is not one of [${list}]`,
                },
              ]
            : []),
          {
            parameters: { [name]: ['id,x'] },
            message: `The \`${name}\` query parameter value [x] is not one of [${list}]`,
          },
        ])
      }
    },
  )

  await t.test(
    '400/2 spec/labs-lookup.md#parameter-errors: unknown parameters, such as `format` and `formats`',
    async () => {
      for (const name of ['format', 'formats', 'tweet.format', 'q', '__proto__']) {
        assert.deepEqual(await stage.faults(asking(way, way.good, `${name}=detailed`)), [
          {
            parameters: JSON.parse(`{${JSON.stringify(name)}:["detailed"]}`),
            message: `[${name}] is not one of [${way.key},${afterKey}]`,
          },
        ])
      }
    },
  )

  if (!isList(way)) {
    await t.test(
      '400/2 spec/errors.md#invalid-parameters: a parameter of the path is unknown in the query',
      async () => {
        for (const value of ['5', way.good]) {
          assert.deepEqual(await stage.faults(asking(way, way.good, `${way.key}=${value}&${way.key}=`)), [
            { parameters: { [way.key]: [value] }, message: `[${way.key}] is not one of [${afterKey}]` },
          ])
        }
      },
    )
  }

  await t.test(
    '400/2 spec/errors.md#invalid-parameters: all problems are reported together, up to a limit',
    async () => {
      const faults = await stage.faults(asking(way, 'a b', 'x=1&tweet.fields=y'))
      assert.deepEqual(
        faults.map(({ parameters }) => Object.keys(parameters)),
        [['x'], [way.key], ['tweet.fields']],
      )
      const many = Array.from({ length: 500 }, (_, index) => `f${index}`).join(',')
      assert.equal((await stage.faults(asking(way, way.good, `tweet.fields=${many}`))).length, 20)
    },
  )

  await keyTests(t, stage, way)
  await enrolmentTests(t, stage, way)
}

const PATTERNS = {
  ids: '^[0-9]{1,19}$',
  id: '^[0-9]{1,19}$',
  usernames: '^[A-Za-z0-9_]{1,15}$',
  username: '^[A-Za-z0-9_]{1,15}$',
}

async function keyTests(t: TestContext, stage: LookupStage, way: Way): Promise<void> {
  const { key, good } = way
  await t.test(
    '400/2 spec/errors.md#invalid-parameters: a value that does not match its pattern',
    async () => {
      for (const bad of ['a-b', `${good}.`, key.startsWith('id') ? '1a' : 'a'.repeat(16), '%F0%9F%90%A6']) {
        const text = decodeURIComponent(bad)
        assert.deepEqual(await stage.faults(asking(way, bad)), [
          {
            parameters: { [key]: [text] },
            message: `The \`${key}\` query parameter value [${text}] does not match ${PATTERNS[key]}`,
          },
        ])
      }
    },
  )
  if (!isList(way)) return
  await t.test('400/2 spec/labs-lookup.md#parameter-errors: an empty list, and a missing list', async () => {
    const expected = [{ parameters: { [key]: [] }, message: `Request parameter \`${key}\` can not be empty` }]
    assert.deepEqual(await stage.faults(way.path), expected)
    assert.deepEqual(await stage.faults(asking(way, '')), expected)
  })
  await t.test('400/2 spec/labs-lookup.md#parameter-errors: up to 100 values, and not 101', async () => {
    const values = (count: number) => Array.from({ length: count }, (_, index) => index + 1).join(',')
    assert.equal((await stage.got(asking(way, values(100)))).errors.length, 100)
    const [fault, ...others] = await stage.faults(asking(way, values(101)))
    assert.equal(
      fault?.message,
      `The number of values in the \`${key}\` query parameter list [101] is not between 1 and 100`,
    )
    assert.deepEqual(others, [])
  })
  await t.test(
    '400/2 spec/labs-lookup.md#parameter-errors: one malformed value fails the whole request',
    async () => {
      for (const list of [`${good},`, `${good}, 1`, `,${good}`]) {
        assert.equal((await stage.faults(asking(way, encodeURIComponent(list)))).length, 1)
      }
    },
  )
  await t.test(
    '200 spec/labs-lookup.md#parameter-errors: an object that is named twice is returned once, or reported as missing once',
    async () => {
      const body = await stage.got(asking(way, `${good},${good},1,1`))
      assert.equal(body.data.length, 1)
      assert.equal(body.errors.length, 1)
    },
  )
}

async function enrolmentTests(t: TestContext, stage: LookupStage, way: Way): Promise<void> {
  const { context, generation } = stage
  if (generation === '2') {
    await t.test('403/3 spec/labs-lookup.md#early-access: an app without a project', async () => {
      const app = await createTestApp(context)
      const { status, body } = await stage.get(asking(way), app.asApp)
      assert.equal(status, 403)
      assert.equal(body.type, `${stage.base}client-forbidden`)
      assert.deepEqual(
        [body.title, body.client_id, body.reason, body.required_enrollment],
        ['Client Forbidden', String(app.appId), 'client-not-enrolled', 'Standard Basic'],
      )
      assert.ok(URL.canParse(body.registration_url))
    })
    return
  }
  await t.test(
    '403/3 spec/labs-lookup.md#enrolment: an app that was removed from Labs, until it is added again',
    async () => {
      const app = await createTestApp(context)
      await stage.got(asking(way), app.asApp)
      await changeLabsEnrolment(context, app.appId, false)
      const { status, body } = await stage.get(asking(way), app.asApp)
      assert.equal(status, 403)
      const { detail, registration_url, ...rest } = body
      assert.deepEqual(rest, {
        client_id: String(app.appId),
        reason: 'client-not-enrolled',
        title: 'Client Forbidden',
        type: `${stage.base}client-forbidden`,
      })
      assert.ok(detail.length > 0 && URL.canParse(registration_url))
      await changeLabsEnrolment(context, app.appId, true)
      await stage.got(asking(way), app.asApp)
    },
  )
}

/** Tests the windows of spec/limits.md#labs-limits. @param stage a new stage with the documented limits */
export async function windowTest(stage: LookupStage, paths: readonly string[]): Promise<void> {
  const { id } = await stage.user()
  const asUser = await stage.app.asUser(id)
  const limit = async (path: string, as = stage.app.asApp) => {
    const { headers } = await stage.get(path, as)
    return ['limit', 'remaining'].map((name) => Number(headers.get(`x-rate-limit-${name}`)))
  }
  for (const path of paths) {
    if (stage.generation === 'labs') {
      assert.deepEqual(await limit(path), [900, 899])
      assert.deepEqual(await limit(path, asUser), [900, 898], 'one budget for both kinds')
    } else {
      assert.deepEqual(await limit(path), [300, 299])
      assert.deepEqual(await limit(path, asUser), [900, 899])
    }
  }
}
