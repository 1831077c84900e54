/** Generates texts of profiles. */
import { listIn } from './list.ts'
import { pick, type Uniform } from './random.ts'

const PLACES = listIn(`
  Accra | Amsterdam | Athens | Auckland, NZ | Austin, TX | Bangalore, India | Barcelona | Berlin | Bogotá |
  Boston, MA | Brooklyn, NY | Brussels | Bucharest | Buenos Aires | Cairo | Cape Town | Chicago, IL |
  Copenhagen | Dublin, Ireland | Edinburgh | Glasgow, Scotland | Hamburg | Hà Nội | Helsinki | İstanbul |
  İzmir | Jakarta | Kraków | Kyoto | Lagos, Nigeria | Lima | Lisboa | London | Madrid | Manila |
  Melbourne, Victoria | México D.F. | Milano | Montréal | Mumbai | Nairobi, Kenya | New York, NY | Oslo |
  Paris | Portland, OR | Porto Alegre | Praha | San Francisco, CA | São Paulo | Seattle, WA | Stockholm |
  Sydney | Tel Aviv | Toronto, Ontario | Vancouver | Warszawa | Wien | Zürich | القاهرة | Москва | 서울 | 東京 |
  大阪 | 台北 | between two trains | the internet | somewhere windy | 🌍
`)

const ROLES = listIn(`
  Nurse | Teacher | Software engineer | Data person | Illustrator | Journalist | PhD student | Botanist |
  Retired postman | Barista | Translator | Cartographer | Lawyer | Amateur astronomer | Sound engineer |
  Economist | Carpenter | Chemist | Librarian | Photographer | Product manager | Goalkeeper | Beekeeper |
  Historian | Game designer | Stay-at-home dad | Mother of three | Bus driver | Statistician | Potter
`)

const LIKES = listIn(`
  birds | long walks | bad puns | open data | old maps | jazz | football | sourdough | cats | trains |
  science fiction | climbing | public libraries | tea | typography | cycling | houseplants | board games |
  mushrooms | radio plays | night skies | crosswords | vinyl | swimming in lakes | street food | knitting
`)

const REMARKS = listIn(`
  Opinions are my own. | He/him. | She/her. | They/them. | Following is no endorsement. | Be kind. |
  Mostly harmless. | I read more than I write. | Here for the pictures. | Views of my cat. | #openscience |
  #100DaysOfCode | #amwriting | Trying to post less. | Ask me about bees 🐝 | ♥ my bike
`)

const ELSEWHERE = listIn(`
  Periodista. Café, libros y lluvia. | Estudiante de historia, hincha sufrido. |
  Professora, mãe, botafoguense. | Mühendis. Kedi, kitap, deniz. | Öğretmen; arada şiir. |
  Étudiante en droit. Vélo et fromage. | Entwickler, Chorsänger, Kaffeetrinker. | Leest veel, zegt weinig. |
  写真と散歩が好きです。 | ねこ二匹と暮らしています。無言フォロー失礼します | 커피와 책, 그리고 고양이 | طالب هندسة ومحب للقهوة |
  Люблю горы и хорошие карты. | 喜歡看書、爬山、喝茶。
`)

const SHORT_LINK_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** A real or invented location; empty for many users. */
export function location(uniform: Uniform): string {
  return uniform() < 0.35 ? '' : pick(uniform, PLACES)
}

/** A description of one or two sentences with at most 160 characters; empty for some users. */
export function description(uniform: Uniform): string {
  const kind = uniform()
  if (kind < 0.12) return ''
  if (kind < 0.3) return pick(uniform, ELSEWHERE)
  const [role, one, other] = [pick(uniform, ROLES), pick(uniform, LIKES), pick(uniform, LIKES)]
  const remark = uniform() < 0.5 ? ` ${pick(uniform, REMARKS)}` : ''
  if (kind < 0.5) return `${capital(one)}${one === other ? '' : ` and ${other}`}.${remark}`
  if (kind < 0.75) return `${role}. ${capital(one)}${one === other ? '' : `, ${other}`}.${remark}`
  return `${role} ∙ ${one}${one === other ? '' : ` ∙ ${other}`}${remark}`
}

/** A link of 23 characters, as in posts. Its target is in a domain that is reserved for examples (RFC 2606). */
export function link(uniform: Uniform, screenName: string): { url: string; expanded_url: string } {
  const code = Array.from({ length: 10 }, () => pick(uniform, [...SHORT_LINK_CHARACTERS])).join('')
  const host = screenName
    .toLowerCase()
    .replaceAll('_', '-')
    .replace(/^-+|-+$/g, '')
  return {
    url: `https://t.co/${code}`,
    expanded_url: `https://${host === '' ? 'www' : host}.example/`,
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
