/** Generates texts of posts. */
import { listIn } from './list.ts'
import { below, pick, type Uniform } from './random.ts'

const BIRDS = listIn(`
  a kingfisher | two blackbirds | a heron | the first swift | a very angry robin | a wren | a flock of starlings |
  an owl | a woodpecker | three magpies | a goldcrest | the resident crow | a cuckoo | a nuthatch
`)

const PLACES = listIn(`
  by the canal | behind the library | in the park | on the balcony | at the station | over the harbour |
  in the allotment | from the night train | near the bakery | on the roof
`)

const WHENS = listIn(
  `this morning | just now | at dawn | after the rain | on my way home | before breakfast | again`,
)

const THINGS = listIn(`
  the bread | the new timetable | my thesis | the old map | this jazz record | the crossword | the sourdough |
  the telescope | the bike | the chess club | the radio play | the tomato plants | the kettle
`)

const VERDICTS = listIn(`
  is finally working | needs another week | was worth every minute | is a mystery to me | beats everything I expected |
  smells wonderful | has a mind of its own | deserves an award | is late & I am not even surprised
`)

const TAGS = listIn(`
  #birds | #birdwatching | #openscience | #opendata | #sourdough | #trains | #jazz | #amwriting | #maps | #NightSky |
  #gardening | #cycling | #vogelwelt | #aves | #野鳥
`)

const EMOJI = listIn(`🐦 | 🦉 | 🚲 | 🍞 | ☕️ | 🌧️ | 🔭 | 👩🏽‍🚀 | 🏳️‍🌈 | ❤️ | 🎷 | 🗺️`)

const PATHS = listIn(`
  atlas/wrens | notes/2020/field-guide?page=3 | open-data/counts.csv | recipes/rye | maps/harbour-1911 |
  talks/migration-by-radar | timetable
`)

const ELSEWHERE = listIn(`
  Heute Morgen stand ein Graureiher am Kanal, ganz still, als hätte er Zeit. |
  Der Zug hat wieder Verspätung, aber der Kaffee ist gut. |
  ¿Alguien sabe qué pájaro canta tan fuerte a las cinco de la mañana? |
  El pan salió perfecto esta vez. Nadie lo creerá. |
  Le merle du voisin chante mieux que la radio. |
  Encore une journée de pluie, et le chat qui juge tout le monde. |
  Bu sabah parkta üç saksağan gördüm, çok neşeliydiler. |
  O trem atrasou e acabei lendo o livro inteiro. |
  今朝は公園でカワセミを見ました。とてもきれいでした。 |
  駅前のパン屋がまだ開いていてうれしい |
  오늘 아침 공원에서 딱따구리를 봤어요 |
  Сегодня утром у реки стояла цапля, тихая как памятник. |
  رأيت هذا الصباح طائرا جميلا قرب النهر
`)

const ANSWERS = listIn(`
  Lovely! Where was that? | Same here, twice this week. | I do not believe it. | That made my day. |
  Are you sure it was not a starling? | Congratulations! | Tell me more. | 😂 | I have one of those too. |
  Could you share the recipe? | No way. | This is the best news today. | Yes, and it gets louder.
`)

const QUOTES = listIn(`
  Everybody should read this. | This. | Not my experience, but interesting. | Still thinking about this one. |
  For the archive: | Worth a look | What she says.
`)

/** Users that texts can mention, by screen name. */
export interface Spoken {
  readonly popular: readonly string[]
  /** Screen name of the visiting user (the user for whom the demo prints credentials). */
  readonly visitor: string
}

/** A post that is not a reply. Two consecutive posts differ. The weighted length is at most 280. */
export function remark(uniform: Uniform, { popular, visitor }: Spoken): string {
  const kind = uniform()
  if (kind < 0.16) return `${pick(uniform, ELSEWHERE)}${tail(uniform)}`
  if (kind < 0.5) {
    return capital(
      `${pick(uniform, BIRDS)} ${pick(uniform, PLACES)} ${pick(uniform, WHENS)}.${tail(uniform)}`,
    )
  }
  if (kind < 0.78) return capital(`${pick(uniform, THINGS)} ${pick(uniform, VERDICTS)}.${tail(uniform)}`)
  if (kind < 0.86) {
    const address = `https://example.org/${pick(uniform, PATHS)}`
    return capital(`${pick(uniform, THINGS)}, explained: ${address}${tail(uniform)}`)
  }
  const name = uniform() < 0.12 ? visitor : pick(uniform, popular)
  if (kind < 0.94)
    return `@${name} have you seen ${pick(uniform, BIRDS)} ${pick(uniform, PLACES)}?${tail(uniform)}`
  return `Counted ${2 + below(uniform, 400)} ${pick(uniform, ['swifts', 'geese', 'gulls', 'sparrows'])} with @${name} ${pick(uniform, PLACES)}.${tail(uniform)}`
}

/** The text of a reply; it mentions the author of the original post. */
export function answer(uniform: Uniform, to: string): string {
  return `@${to} ${pick(uniform, ANSWERS)}`
}

/** The text of a quote. */
export function comment(uniform: Uniform): string {
  return `${pick(uniform, QUOTES)}${tail(uniform)}`
}

function tail(uniform: Uniform): string {
  const kind = uniform()
  if (kind < 0.3) return ` ${pick(uniform, TAGS)}`
  if (kind < 0.45) return ` ${pick(uniform, EMOJI)}`
  if (kind < 0.55) return ` ${pick(uniform, EMOJI)} ${pick(uniform, TAGS)}`
  return ''
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
