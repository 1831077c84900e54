/** Generates names of users. */
import { listIn } from './list.ts'
import { below, pick, type Uniform } from './random.ts'

const GIVEN = listIn(`
  Ada | Aisha | Akira | Alejandra | Amara | Anders | Anya | Ayşe | Beatriz | Ben | Camille | Carlos |
  Chiara | Chloe | Daniel | Diego | Dmitri | Elif | Emeka | Emma | Fatima | Femi | Finn | Freya | Giulia |
  Grace | Hana | Haruto | Hugo | Ines | Isabel | Ivan | Jack | Jamal | Jana | João | Jonas | Julia | Kemal |
  Kofi | Laura | Leila | Liam | Lina | Lucas | Lucía | Maja | Marta | Mateo | Maya | Mehmet | Mia | Min-jun |
  Nadia | Naomi | Nikhil | Nora | Oliver | Olu | Omar | Oscar | Paula | Pedro | Petra | Priya | Quinn |
  Rachel | Ravi | Rosa | Sam | Sanjay | Sara | Seo-yeon | Sofia | Sven | Thandi | Theo | Tomás | Umar |
  Valeria | Viktor | Wei | Yara | Yuki | Yusuf | Zoë
`)

const FAMILY = listIn(`
  Adeyemi | Ahmed | Andersen | Arslan | Baker | Becker | Bianchi | Boateng | Brown | Chen | Cohen | Costa |
  Das | Demir | Diaz | Dubois | Fernandez | Fischer | Fraser | Garcia | Gonzalez | Gupta | Haddad | Hansen |
  Hernandez | Hoffmann | Horvat | Ito | Ivanova | Jansen | Jones | Kaya | Khan | Kim | Kowalski | Kumar |
  Larsson | Lee | Lefebvre | Lopez | Mahlangu | Martin | Mbeki | Mendes | Meyer | Moreau | Müller | Murphy |
  Nakamura | Nguyen | Novak | Okafor | Oliveira | Osei | Park | Patel | Pereira | Petrov | Popescu | Reyes |
  Ricci | Rossi | Sato | Schmidt | Shah | Silva | Singh | Smith | Suzuki | Tanaka | Torres | Van Dijk |
  Virtanen | Wagner | Walker | Wang | Weber | Wilson | Yamamoto | Yılmaz | Zhang
`)

const THINGS = listIn(`
  acorn | atlas | badger | bakes | beats | birder | bytes | cactus | climbs | clouds | coffee | comet |
  cooks | cycles | daily | draws | falcon | films | flora | foxes | garden | ghost | harbor | hikes | honey |
  indigo | kestrel | knits | lantern | lemon | lynx | maps | maths | meadow | moss | movies | music | north |
  ocean | olive | onair | otter | paints | pixels | plants | poet | press | quartz | radio | rain | reads |
  river | robin | rust | sails | sings | sketch | snail | solar | sparrow | stats | storm | summit | swift |
  tea | tides | trains | tulip | walks | willow | winter | words | writes | yarn
`)

const EMOJI = listIn(`
  🌱 | 🚲 | ☕ | 🐦 | 📚 | 🌊 | 🎧 | 🏔️ | 🌻 | 🦊 | ✨ | 🎨
`)

const MAX_SCREEN_NAME_LENGTH = 15

export interface Naming {
  readonly screenName: string
  readonly name: string
}

/**
 * Generates the names of a user.
 * @param taken screen names that are already used, in lower case; the new name is added
 */
export function naming(uniform: Uniform, taken: Set<string>): Naming {
  const given = pick(uniform, GIVEN)
  const family = pick(uniform, FAMILY)
  const thing = pick(uniform, THINGS)
  const screenName = untaken(uniform, handleOf(uniform, given, family, thing), taken)
  return { screenName, name: shownName(uniform, given, family, thing) }
}

function handleOf(uniform: Uniform, given: string, family: string, thing: string): string {
  const [first, last] = [given, family].map(plain) as [string, string]
  switch (below(uniform, 8)) {
    case 0:
      return `${first}${last}`
    case 1:
      return `${first}_${last}`.toLowerCase()
    case 2:
      return `${first.charAt(0)}${last}`.toLowerCase()
    case 3:
      return `${first}_${thing}`
    case 4:
      return `${thing}${last}`.toLowerCase()
    case 5:
      return `the_${thing}`
    case 6:
      return `${first}${60 + below(uniform, 45)}`
    default:
      return `${first}${thing}`.toLowerCase()
  }
}

/** The name with other letters replaced by ASCII letters, for screen names. */
function plain(name: string): string {
  return name
    .replaceAll('ı', 'i')
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
}

/** A screen name that no user has yet: the handle itself, or the handle with digits after it. */
function untaken(uniform: Uniform, handle: string, taken: Set<string>): string {
  let candidate = handle.slice(0, MAX_SCREEN_NAME_LENGTH)
  for (let digits = 2; taken.has(candidate.toLowerCase()); digits += 0.2) {
    const number = String(below(uniform, 10 ** Math.floor(digits)))
    candidate = handle.slice(0, MAX_SCREEN_NAME_LENGTH - number.length) + number
  }
  taken.add(candidate.toLowerCase())
  return candidate
}

function shownName(uniform: Uniform, given: string, family: string, thing: string): string {
  switch (below(uniform, 10)) {
    case 0:
      return given
    case 1:
      return `${given} ${pick(uniform, EMOJI)}`
    case 2:
      return `${given} ${family.charAt(0)}.`
    case 3:
      return `${given} ${thing}`.toLowerCase()
    default:
      return `${given} ${family}`
  }
}
