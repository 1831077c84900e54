/**
 * Composes the stored content of messages from drafts: normalizes and measures the text, makes short links, and finds
 * entities.
 */

import { sql } from 'kysely'
import { idList, idsOf, textList, textsOf } from '../../db/id-list.ts'
import { query } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'
import type { Random } from '../../lib/time/clock.ts'
import { type Entities, extractEntities } from '../../text/entities.ts'
import { codePointLength, indexMap, spanIndices } from '../../text/index-units.ts'
import { type LinkedText, linkUrl, randomSlug, shortenUrls } from '../../text/links.ts'
import { normaliseText } from '../../text/normalise.ts'
import { findIdsByScreenName } from '../accounts/find-users.ts'
import { type Context, Refusal } from '../context.ts'
import type { CallToAction, MessageContent } from './content.ts'
import { type Draft, requireWithinBounds } from './draft.ts'

/** Maximum number of mentioned users; further names stay plain text. */
const MAX_MENTIONED = 200

/**
 * Composes the content of a draft, without its media. Media are attached when the message is stored.
 * @param longest maximum length of the text, in code points
 * @param longestLinked maximum length of the text with short links; default: no maximum
 * @throws {Refusal} `message-empty`, `message-too-long`, `message-invalid`
 */
export async function compose(
  { store, random }: Pick<Context, 'store' | 'random'>,
  draft: Draft,
  longest: number,
  longestLinked = Number.POSITIVE_INFINITY,
): Promise<MessageContent> {
  const text = normaliseText((draft.text ?? '').toWellFormed())
  if (codePointLength(text) > longest)
    throw new Refusal('message-too-long', `more than ${longest} characters`)
  const isAttached = draft.mediaId !== undefined || draft.location !== undefined
  if (text === '' && !isAttached) throw new Refusal('message-empty', 'there is neither text nor attachment')
  requireWithinBounds(draft)
  const entities = extractEntities(text)
  const [targets, people] = await Promise.all([knownTargets(store, entities), mentioned(store, entities)])
  const linked = shortenUrls(text, entities, {
    slugFor: () => randomSlug(random),
    targetOf: (slug) => targets.get(slug),
  })
  if (codePointLength(linked.text) > longestLinked)
    throw new Refusal('message-too-long', `more than ${longestLinked} characters with short links`)
  return { text: linked.text, ...entitiesIn(linked, people), ...extrasOf(draft, random) }
}

type Extras = Pick<MessageContent, 'quick_reply' | 'quick_reply_response' | 'ctas' | 'attachment'>

function extrasOf({ options, response, ctas, location }: Draft, random: Random): Extras {
  const withLink = (cta: { readonly label: string; readonly url: string }): CallToAction => ({
    type: 'web_url',
    ...cta,
    tco_url: linkUrl(randomSlug(random)),
  })
  return {
    ...(options === undefined ? {} : { quick_reply: { type: 'options', options } }),
    ...(response === undefined ? {} : { quick_reply_response: response }),
    ...(ctas === undefined ? {} : { ctas: ctas.map(withLink) }),
    ...(location === undefined ? {} : { attachment: { type: 'location', location } }),
  }
}

interface Person {
  readonly id: bigint
  readonly screen_name: string
  readonly name: string
}

/** Visible users, by screen name in lower case. */
type People = ReadonlyMap<string, Person>

const NO_PEOPLE: People = new Map()

async function mentioned(reader: Reader, { mentions }: Entities): Promise<People> {
  if (mentions.length === 0) return NO_PEOPLE
  const names = new Set(mentions.map(({ screenName }) => screenName.toLowerCase()))
  const ids = await findIdsByScreenName(reader, [...names].slice(0, MAX_MENTIONED))
  const rows = await reader.rows(shownPeople, { ids: idList([...ids.values()]) })
  return new Map(rows.map((row) => [row.screen_name.toLowerCase(), row]))
}

/** Targets of short links, by slug. */
async function knownTargets(reader: Reader, { urls }: Entities): Promise<ReadonlyMap<string, string>> {
  const slugs = urls.flatMap(({ url }) => /^https?:\/\/t\.co\/([A-Za-z0-9]{10})/i.exec(url)?.[1] ?? [])
  if (slugs.length === 0) return new Map()
  const rows = await reader.rows(targetsOf, { slugs: textList(slugs) })
  return new Map(rows.map(({ slug, expanded_url }) => [slug, expanded_url]))
}

type EntityFields = Pick<MessageContent, 'hashtags' | 'symbols' | 'user_mentions' | 'urls'>

function entitiesIn({ text, links, mentions, hashtags, cashtags }: LinkedText, people: People): EntityFields {
  const map = indexMap(text, 'escaped')
  const tags = (found: LinkedText['hashtags']) =>
    found.map((entity) => ({ text: entity.tag, indices: spanIndices(map, entity) }))
  const named = mentions.flatMap((entity) => {
    const person = people.get(entity.screenName.toLowerCase())
    if (person === undefined) return []
    const { id, screen_name, name } = person
    return [{ screen_name, name, id_str: String(id), indices: spanIndices(map, entity) }]
  })
  const urls = links.map((link) => ({
    url: link.url,
    expanded_url: link.expandedUrl,
    display_url: link.displayUrl,
    indices: spanIndices(map, link),
  }))
  return {
    ...(hashtags.length === 0 ? {} : { hashtags: tags(hashtags) }),
    ...(cashtags.length === 0 ? {} : { symbols: tags(cashtags) }),
    ...(named.length === 0 ? {} : { user_mentions: named }),
    ...(urls.length === 0 ? {} : { urls }),
  }
}

// Looks up the primary key for each id.
const shownPeople = query<{ ids: string }>()(
  (_, p, engine) => sql<{ id: bigint; screen_name: string; name: string }>`
    select users.id, users.screen_name, users.name
    from ${idsOf(p('ids'), engine)} as wanted join users on users.id = wanted.id
    where users.suspended_at is null and users.deactivated_at is null`,
)

// Looks up the primary key for each slug.
const targetsOf = query<{ slugs: string }>()(
  (_, p, engine) => sql<{ slug: string; expanded_url: string }>`
    select short_links.slug, short_links.expanded_url
    from ${textsOf(p('slugs'), engine)} as wanted join short_links on short_links.slug = wanted.text`,
)
