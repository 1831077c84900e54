/** Entities as tables have them: signed texts, and the targets of links. */

type Members = Readonly<Record<string, unknown>>

/** The entities of a text of API v2, with texts instead of objects. Other lists, such as annotations, stay objects. */
export function signedEntities(entities: Members): Members {
  const signed: Record<string, unknown> = { ...entities }
  sign(signed, 'cashtags', '$', 'tag')
  sign(signed, 'hashtags', '#', 'tag')
  sign(signed, 'mentions', '@', 'username')
  if (signed['urls'] !== undefined) signed['urls'] = linkTargets(signed['urls'])
  return signed
}

function sign(entities: Record<string, unknown>, name: string, sign: string, member: string): void {
  const list = entities[name]
  if (Array.isArray(list)) entities[name] = list.map((entity: Members) => sign + String(entity[member]))
}

/** The target of each link; of a link to media its display text. */
export function linkTargets(links: unknown): readonly unknown[] {
  if (!Array.isArray(links)) return []
  return links.map((link: Members) =>
    'media_key' in link ? link['display_url'] : (link['expanded_url'] ?? link['url']),
  )
}
