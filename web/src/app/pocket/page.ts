import { listHolding } from '@portico/rules/coverage/kept-card'
import { deleteKept, type KeptData, onKeptGone, openKept, readKeptMark } from '../../shared/pocket/kept-cards.ts'
import './page.css'

/** The page of the kept ID cards. Its texts are in its HTML, in the language in which it was last loaded (MP-12). */

type Card = KeptData['cards'][number]

/** How long to wait for the server to say whether the cards may be shown, in ms. */
const patienceMs = 3_000
const checkEveryMs = 30_000

const part = (name: string) => document.querySelector<HTMLElement>(`[data-part="${name}"]`)
const addresses: string[] = []
/** Which cards are on the page; null: none. */
let shown: string | null = null

async function showPage(): Promise<void> {
  const mark = await readKeptMark().catch(() => null)
  if (mark === null) return showNone()
  if ((await askServer(mark.keptId)) === false) {
    await deleteKept()
    return showNone()
  }
  await showCards()
}

/** Whether the cards may still be shown; null if the server cannot be asked. */
async function askServer(keptId: string): Promise<boolean | null> {
  try {
    const answer = await fetch(`/rbsmbl/x-services/coverage/v1/keptCards/${keptId}`, {
      headers: { accept: 'application/json', 'x-background': '1' },
      signal: AbortSignal.timeout(patienceMs),
    })
    return answer.ok ? (await answer.json()).payload.mayShow === true : null
  } catch {
    return null
  }
}

async function showCards(): Promise<void> {
  const now = new Date()
  const data = await openKept(now.getTime()).catch(() => null)
  const { lang } = document.documentElement
  const own = data?.cards.filter(({ language }) => language === lang) ?? []
  const cards = listHolding(own, toDay(now))
  if (data === null || cards.length === 0) return showNone()
  const key = JSON.stringify(cards.map(({ title, name, ends }) => [title, name, ends]))
  if (shown === key) return
  clearCards()
  shown = key
  part('cards')?.replaceChildren(...cards.flatMap((card, index) => buildCard(card, index === 0)))
  fill('until', new Intl.DateTimeFormat(lang, { dateStyle: 'long' }).format(new Date(data.until)))
  setPhone(data.phone)
  show('kept')
}

function showNone(): void {
  shown = null
  clearCards()
  show('none')
}

function clearCards(): void {
  for (const address of addresses.splice(0)) URL.revokeObjectURL(address)
  part('cards')?.replaceChildren()
}

function show(name: 'kept' | 'none'): void {
  for (const one of ['waiting', 'kept', 'none']) part(one)?.toggleAttribute('hidden', one !== name)
}

/** A card that folds out: both sides as they are printed, and in words. */
function buildCard(card: Card, isOpen: boolean): Node[] {
  const template = part('card')
  if (!(template instanceof HTMLTemplateElement)) return []
  const node = template.content.cloneNode(true) as DocumentFragment
  const fold = node.querySelector('details')
  if (fold !== null) fold.open = isOpen
  setText(node, 'summary', `${card.title}, ${card.name}`)
  for (const side of ['front', 'back'] as const) {
    const image = node.querySelector<HTMLImageElement>(`img[data-side="${side}"]`)
    if (image !== null) image.src = toAddress(card[side])
  }
  node.querySelector('dl')?.append(...card.facts.map(buildFact))
  return [...node.childNodes]
}

function buildFact({ label, value }: Card['facts'][number]): Node {
  const [row, term, words] = [document.createElement('div'), document.createElement('dt'), document.createElement('dd')]
  term.textContent = label
  words.textContent = value
  row.append(term, words)
  return row
}

function toAddress(svg: string): string {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  addresses.push(address)
  return address
}

function setText(node: ParentNode, selector: string, text: string): void {
  const found = node.querySelector(selector)
  if (found !== null) found.textContent = text
}

function fill(name: string, text: string): void {
  setText(document, `[data-text="${name}"]`, text)
}

/** The phone number of the member's own plan, if the plan has one. */
function setPhone(phone: string): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-phone]')) {
    link.textContent = phone
    link.href = `tel:${phone.replace(/[^\d+]/g, '')}`
  }
}

function toDay(moment: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
}

async function remove(): Promise<void> {
  const mark = await readKeptMark().catch(() => null)
  await deleteKept()
  showNone()
  part('removed')?.removeAttribute('hidden')
  part('none')?.focus()
  if (mark === null) return
  // Someone who is signed out cannot tell the server, and need not: the server then knows only an id.
  await fetch(`/rbsmbl/x-services/coverage/v1/keptCards/${mark.keptId}`, {
    method: 'DELETE',
    headers: { appid: 'chmmbr' },
  }).catch(() => {})
}

const check = () => {
  if (shown !== null) showCards().catch(showNone)
}
/** The person who returns to the page may have signed out elsewhere meanwhile, or have no plan any more. */
const checkSeen = () => {
  if (document.visibilityState === 'visible' && shown !== null) showPage().catch(showNone)
}
document.querySelector('button[data-do="remove"]')?.addEventListener('click', () => remove().catch(showNone))
onKeptGone(showNone)
setInterval(check, checkEveryMs)
document.addEventListener('visibilitychange', checkSeen)
// A page restored from the browser's back-forward cache is the same page.
addEventListener('pageshow', ({ persisted }) => persisted && checkSeen())
addEventListener('online', checkSeen)
showPage().catch(showNone)
