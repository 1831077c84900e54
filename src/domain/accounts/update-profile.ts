import { query } from '../../db/query.ts'
import type { Tx } from '../../db/store.ts'
import { must } from '../../lib/assert.ts'
import { append } from '../../log/append.ts'
import { type Context, Refusal } from '../context.ts'
import { type FullUser, findFullUsers, lockAndFindUsers } from './find-users.ts'
import type { Appearance, Profile, ProfileLink } from './profile.ts'
import { addressOf, lengthOf, oneLine, Shortener, severalLines } from './profile-text.ts'
import { putProfiles } from './profiles/columns.ts'
import { addUserWords, removeUserWords } from './user-words.ts'

/** Changes of a profile. An undefined field stays unchanged; an empty text clears a field. */
export interface UpdateProfileInput {
  readonly userId: bigint
  /** 1 to 50 code points. */
  readonly name?: string | undefined
  /** A web address of up to 100 code points. */
  readonly url?: string | undefined
  /** Up to 30 code points. */
  readonly location?: string | undefined
  /** Up to 160 code points. Each address counts as 23. */
  readonly description?: string | undefined
  /** Three or six hexadecimal digits, with or without `#`. */
  readonly linkColor?: string | undefined
}

/** Maximum lengths in code points (spec/users.md#update-profile). */
const MAX_LENGTHS = { name: 50, url: 100, location: 30, description: 160 } as const

/**
 * Changes the profile of a user. Control characters become spaces, but the description keeps its line breaks. Addresses
 * become short links. An update that changes nothing succeeds and appends no event.
 * @returns the user after the change
 * @throws {Refusal} `user-not-found`; `profile-invalid`, with a message that has the name of the field
 */
export async function updateProfile(context: Context, input: UpdateProfileInput): Promise<FullUser> {
  const { userId } = input
  const name = input.name === undefined ? undefined : nameOf(input.name)
  const now = context.clock.now()
  return context.store.write(async (tx) => {
    await lockAndFindUsers(tx, userId, userId)
    const before = must((await findFullUsers(tx, [userId])).get(userId), 'the locked user')
    const profile = changedProfile(before.profile, input, context)
    const after = { ...before, name: name ?? before.name, profile }
    const isNamed = after.name !== before.name
    const isSame = JSON.stringify(profile) === JSON.stringify(before.profile)
    if (isSame && !isNamed) return before
    if (isNamed) await rename(tx, after)
    if (!isSame) await putProfiles(tx, [{ userId, profile }])
    append(tx, now, { kind: 'user.profile_changed', user_id: userId })
    return after
  })
}

async function rename(tx: Tx, user: FullUser): Promise<void> {
  await tx.run(updateName, { id: user.id, name: user.name })
  await removeUserWords(tx, user.id)
  await addUserWords(tx, [user])
}

function nameOf(text: string): string {
  const name = oneLine(text)
  if (name === '') throw new Refusal('profile-invalid', "name can't be blank")
  return bounded('name', name)
}

function changedProfile(before: Profile, input: UpdateProfileInput, { random }: Context): Profile {
  const known = [...(before.link === undefined ? [] : [before.link]), ...before.descriptionLinks]
  const shortener = new Shortener(random, known)
  const { url, location, description, linkColor } = input
  return {
    ...before,
    ...(location === undefined ? {} : { location: bounded('location', oneLine(location)) }),
    ...(description === undefined ? {} : describe(description, shortener)),
    ...(url === undefined ? {} : { link: linkOf(oneLine(url), shortener) }),
    ...(linkColor === undefined ? {} : { appearance: withLinkColor(before.appearance, linkColor) }),
  }
}

function bounded(field: keyof typeof MAX_LENGTHS, text: string): string {
  if (lengthOf(text) <= MAX_LENGTHS[field]) return text
  throw new Refusal('profile-invalid', `${field} is too long (maximum is ${MAX_LENGTHS[field]} characters)`)
}

function describe(text: string, shortener: Shortener): Pick<Profile, 'description' | 'descriptionLinks'> {
  const shortened = shortener.shorten(severalLines(text))
  return { description: bounded('description', shortened.text), descriptionLinks: shortened.links }
}

function linkOf(text: string, shortener: Shortener): ProfileLink | undefined {
  if (text === '') return undefined
  const address = addressOf(bounded('url', text))
  if (address === undefined) throw new Refusal('profile-invalid', 'url is not valid')
  return shortener.linkFor(address)
}

/**
 * Sets the colour of links; an empty text removes it. Also updates `default_profile`, because an appearance
 * with a chosen colour is not the default.
 */
function withLinkColor(appearance: Appearance, text: string): Appearance {
  const { profile_link_color: _color, ...others } = appearance
  if (text === '') {
    const { default_profile: _default, ...rest } = others
    return Object.keys(rest).some((name) => name.startsWith('profile_')) ? others : rest
  }
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text)?.[1]?.toUpperCase()
  if (digits === undefined) throw new Refusal('profile-invalid', 'profile_link_color is not valid')
  const color = digits.length === 6 ? digits : [...digits].map((digit) => digit + digit).join('')
  return { ...others, profile_link_color: color, default_profile: false }
}

const updateName = query<{ id: bigint; name: string }>()((k, p) =>
  k
    .updateTable('users')
    .set({ name: p('name') })
    .where('id', '=', p('id')),
)
