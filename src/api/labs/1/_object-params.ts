/** Parameters that choose the objects of Labs v1 lookups and searches (spec/retired-endpoints.md#labs-v1-calls). */
import { type Dated, type Day, isOn } from '../../../formats/fields/day.ts'
import { FORMATS, type Format, type Formats, holds } from '../../../formats/labs-v1/format.ts'
import { completeSelection, expansionSet, type Selection, USER } from '../../../formats/v2/fields.ts'
import { choiceOf } from '../../_v2/parameters.ts'
import { type ErrorWords, type ValidationErrors, valueText } from '../../_v2/validation-errors.ts'
import { EXPANSIONS } from './_stream-message.ts'

/** The texts of Labs v1 errors. */
export const LABS_1_WORDS: ErrorWords = {
  unknown: (name) => `Unknown parameters in request: ${name}`,
  missingKey: () => '',
}

const NAMED_SINCE: Dated = { since: '2019-06-20' }

/**
 * Expansions that Labs v1 got later, each with its first day. All others exist from the first day of Labs v1
 * on.
 */
const EXPANSION_DAYS: Readonly<Record<string, Dated>> = {
  'entities.mentions.username': NAMED_SINCE,
  'referenced_tweets.id.author_id': NAMED_SINCE,
  most_recent_tweet_id: { since: '2019-07-31' },
  pinned_tweet_id: { since: '2019-08-12' },
}

const NAMES = { posts: EXPANSIONS, users: ['most_recent_tweet_id', 'pinned_tweet_id'] } as const

type Subject = keyof typeof NAMES

/** The parameters, in the order in which errors list them. */
export function objectParams(subject: Subject) {
  return {
    expansions: choiceOf(NAMES[subject], 'Objects to include that others point at.'),
    format: choiceOf(FORMATS, 'Detail of posts, users and places; default: `default`.'),
    'tweet.format': choiceOf(FORMATS, 'Detail of posts, overrides `format`.'),
    'user.format': choiceOf(FORMATS, 'Detail of users, overrides `format`.'),
    'place.format': choiceOf(FORMATS, 'Detail of places, overrides `format`.'),
  } as const
}

/**
 * The formats that the request chooses, and the selection of the data that these formats and expansions show.
 */
export interface Labs1Choice {
  readonly formats: Formats
  readonly selection: Selection
}

/** Reads the parameters; errors are added to `errors`. @param day the API day; default: the latest */
export function readObjectParams(
  errors: ValidationErrors,
  subject: Subject,
  day: Day | undefined,
): Labs1Choice {
  const accepted = NAMES[subject].filter((name) => isOn(EXPANSION_DAYS[name] ?? {}, day))
  const expansions = expansionSet(errors.choices('expansions', accepted))
  const format = readFormat(errors, 'format', 'default')
  const formats = {
    tweet: readFormat(errors, 'tweet.format', format),
    user: readFormat(errors, 'user.format', format),
    place: readFormat(errors, 'place.format', format),
  }
  const user = holds(formats.user, 'default') ? USER.most_recent_tweet_id | USER.pinned_tweet_id : 0
  const selected = { post: 0, user, media: 0, place: 0, poll: 0, list: 0, expansions }
  return { formats, selection: completeSelection(selected) }
}

function readFormat(errors: ValidationErrors, name: string, fallback: Format): Format {
  const text = errors.text(name)
  if (text === undefined) return fallback
  const format = FORMATS.find((each) => each === text)
  if (format === undefined) errors.add(name, `${valueText(name, text)} is not one of [${FORMATS.join(',')}]`)
  return format ?? fallback
}
