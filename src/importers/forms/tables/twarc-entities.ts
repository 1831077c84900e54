/**
 * Finds the entities of posts in tables of twarc-csv. The cells have the texts of entities but not their positions.
 * Therefore these texts are searched in the text of the post (spec/exports.md#csv-losses).
 */
import { type Entities, extractEntities } from '../../../text/entities.ts'
import { escapeText, type IndexMap, indexMap, type Span, spanIndices } from '../../../text/index-units.ts'
import { displayUrl } from '../../../text/links.ts'
import type { TableRow } from '../../items.ts'
import type { Fields } from '../../json-fields.ts'
import { EntityFinder } from '../v11-shape.ts'
import { cellIn } from './columns.ts'
import { objectsCell, textsCell } from './twarc-cells.ts'

/** Facts about the post whose text is in the row. For a repost, this is the original. */
export interface TextFacts {
  readonly isRepost: boolean
  readonly postId: string | undefined
  readonly authorName: string | undefined
  readonly media: readonly Fields[]
  readonly mediaKeys: readonly string[]
}

const COLUMNS = ['annotations', 'cashtags', 'hashtags', 'mentions', 'urls']

/**
 * The entities of a row. If there are no entities, the result is an empty object: if the post had no field
 * for entities, the import would derive them from the text.
 * @param text the unescaped text
 */
export function entitiesOfRow(row: TableRow, text: string, facts: TextFacts): Fields {
  if (COLUMNS.every((name) => cellIn(row, `entities.${name}`) === undefined)) return {}
  const places = new TextPlaces(text)
  return {
    urls: listOf(row, 'urls', (targets) => urlsOf(targets, places, facts)),
    hashtags: listOf(row, 'hashtags', (words) => words.map((word) => places.tag(word, '#'))),
    cashtags: listOf(row, 'cashtags', (words) => words.map((word) => places.tag(word, '$'))),
    mentions: listOf(row, 'mentions', (words) =>
      isPrefixOfRepost(words, places, facts) ? [] : words.map((word) => places.mention(word)),
    ),
    annotations: objectsCell(row, 'entities.annotations'),
  }
}

/** True for the mention in `RT @name: `; twarc-csv writes this mention for a repost whose text has no entities. */
function isPrefixOfRepost(
  words: readonly string[],
  places: TextPlaces,
  { isRepost, authorName }: TextFacts,
): boolean {
  const [word = '', ...others] = words
  return isRepost && others.length === 0 && isSame(bare(word), authorName ?? '') && !places.mentions(word)
}

/** The entities of a cell. Early versions of twarc-csv wrote entities as objects with positions. */
function listOf(
  row: TableRow,
  name: string,
  found: (words: readonly string[]) => readonly Fields[],
): readonly Fields[] {
  const objects = objectsCell(row, `entities.${name}`)
  return objects.length > 0 ? objects : found(textsCell(row, `entities.${name}`))
}

/**
 * Finds entities in a text. Each place in the text is returned only once. An entity that is not in the text has no
 * position.
 */
class TextPlaces {
  readonly found: Entities
  readonly #text: string
  readonly #map: IndexMap
  readonly #finder: EntityFinder
  readonly #used = new Set<Span>()

  constructor(text: string) {
    this.found = extractEntities(text)
    this.#text = text
    this.#map = indexMap(text, 'escaped')
    this.#finder = new EntityFinder(escapeText(text))
  }

  tag(word: string, sign: '#' | '$'): Fields {
    const tag = bare(word)
    const tags = sign === '#' ? this.found.hashtags : this.found.cashtags
    return { tag, ...this.#next(tags, (one) => isSame(one.tag, tag), sign + tag) }
  }

  mention(word: string): Fields {
    const username = bare(word)
    const next = this.#next(this.found.mentions, (one) => isSame(one.screenName, username), `@${username}`)
    return { username, ...next }
  }

  /** True if the text has this mention. */
  mentions(word: string): boolean {
    return this.found.mentions.some(({ screenName }) => isSame(screenName, bare(word)))
  }

  at(span: Span): Fields {
    const [start, end] = spanIndices(this.#map, span)
    return { start, end }
  }

  /** The links in the spelling of the text; some of them have no scheme. */
  links(): readonly FoundLink[] {
    return this.found.urls.map(({ start, end }) => ({ start, end, url: this.#text.slice(start, end) }))
  }

  #next<Entity extends Span>(
    entities: readonly Entity[],
    isIt: (one: Entity) => boolean,
    words: string,
  ): Fields {
    const span = entities.find((one) => !this.#used.has(one) && isIt(one))
    if (span !== undefined) {
      this.#used.add(span)
      return this.at(span)
    }
    // Old texts have entities that the current rules do not recognise, so the code searches the words.
    const [entity] = this.#finder.found(words, {})
    if (entity === undefined) return {}
    const [start, end] = entity['indices'] as readonly [number, number]
    return { start, end }
  }
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

function bare(word: string): string {
  return word.replace(/^[#＃$@＠]/, '')
}

interface FoundLink extends Span {
  readonly url: string
}

const SHORT_LINK = /^https?:\/\/t\.co\//i

/**
 * Links with their targets. The targets are in the order in which the text has the links. For a link to media, the cell
 * has the display text of the link.
 */
function urlsOf(targets: readonly string[], places: TextPlaces, facts: TextFacts): readonly Fields[] {
  const found = linksFor(targets, places.links())
  return targets.map((target, index) => {
    const link = found[index]
    const address = { expanded_url: target, display_url: displayUrl(target) }
    if (link === undefined) return { url: target, ...address }
    const isMedia = facts.mediaKeys.length > 0 && !isAddress(target)
    return { ...places.at(link), url: link.url, ...(isMedia ? mediaLink(target, facts) : address) }
  })
}

/**
 * The link of each target; undefined if there is none. If the text does not have exactly one link for each target, only
 * short links and links that are equal to a target are used. If these are as many as the page URLs, targets of media
 * share the links of pages.
 */
function linksFor(
  targets: readonly string[],
  found: readonly FoundLink[],
): readonly (FoundLink | undefined)[] {
  if (found.length === targets.length) return found
  const known = found.filter(({ url }) => SHORT_LINK.test(url) || targets.includes(url))
  if (known.length === targets.length) return known
  return known.length === targets.filter(isAddress).length
    ? sharedLinks(targets, known)
    : nextLinks(targets, known)
}

/** The links for the page URLs. A target of media has the same link as the target before it. */
function sharedLinks(
  targets: readonly string[],
  links: readonly FoundLink[],
): readonly (FoundLink | undefined)[] {
  let at = -1
  return targets.map((target) => {
    if (isAddress(target)) at += 1
    return links[Math.max(0, at)]
  })
}

/** For each target: the next link that is equal to the target, or the next short link if no link is equal. */
function nextLinks(
  targets: readonly string[],
  links: readonly FoundLink[],
): readonly (FoundLink | undefined)[] {
  let rest = links
  return targets.map((target) => {
    const equal = rest.findIndex(({ url }) => url === target)
    const at = equal >= 0 ? equal : rest.findIndex(({ url }) => SHORT_LINK.test(url))
    const link = rest[at]
    if (link !== undefined) rest = rest.slice(at + 1)
    return link
  })
}

/** True for a URL; false for the display text of a link to media. */
function isAddress(target: string): boolean {
  return target.includes('://')
}

/** A link to attached media. Its URL is built from the post, in the form of the original service. */
function mediaLink(shown: string, { postId, authorName, media, mediaKeys }: TextFacts): Fields {
  const [key] = mediaKeys
  const [medium] = media
  const kind = medium?.['type'] === 'photo' || medium === undefined ? 'photo' : 'video'
  const address = `https://twitter.com/${authorName ?? 'i/web'}/status/${postId ?? ''}/${kind}/1`
  return {
    display_url: shown,
    expanded_url: address,
    ...(key === undefined ? {} : { media_key: key }),
  }
}
