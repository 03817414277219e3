import type { PageState, Renderer } from '@portico/contract/page'
import type { Tokens } from '@portico/rules/brand/colors'
import { describeLanguage } from '@portico/rules/languages/list'
import { attribute, json, languageAttributes, text } from '../../platform/html.ts'
import { APP_MANIFEST_PATH } from './app-manifest.ts'
import type { DocumentParts, SharedPart } from './composed-page.ts'
import { consoleRecorder } from './console-recorder.ts'
import { earlyInput } from './early-input.ts'
import { siteHead } from './site-head.ts'

type Rendered = Awaited<ReturnType<Renderer['render']>>

/**
 * The whole HTML of a page: brand, state and critical CSS inlined, so that the first paint is already right (BR-13). The hash never
 * reaches the server: if it asks for another view, the first one stays hidden until the page has that view. Scripts come last: on a
 * slow line they would delay what people should see first. Nothing paints before the browser has parsed the whole view: otherwise what
 * stands at its bottom, e.g. the landscape next to the sign-in form, would move when the footer arrives.
 */
export function pageDocument(parts: {
  readonly state: PageState
  readonly rendered: Rendered
  readonly tokens: Tokens
  readonly radius: number
  readonly nonce: string
  /** The icon of a page that links to the manifest for installing it as an app; absent or null: it has no such link. */
  readonly appIcon?: string | null
}): DocumentParts {
  const { state, rendered, tokens, radius, nonce, appIcon = null } = parts
  const { brand, language, fontSize } = state
  const { shared } = rendered
  const { styles, end } = writeShared(shared)
  const scripts = shared.scripts
    .map((src) => `<script type="module" nonce="${nonce}" src="${attribute(src)}"></script>`)
    .join('')
  return [
    `<!doctype html>
<html ${languageAttributes(language)} data-font-size="${fontSize}" data-brand="${attribute(brand.code)}" data-header="${brand.header}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="expect" href="#portico-state" blocking="render">
<title>${text(rendered.title)}</title>
<meta name="theme-color" content="${attribute(tokens['--header-bg'])}">
${siteTags(state, rendered)}<link rel="icon" href="${attribute(brand.mark)}" type="image/svg+xml">${appIcon === null ? '' : `<link rel="apple-touch-icon" href="${attribute(appIcon)}"><link rel="manifest" href="${APP_MANIFEST_PATH}">`}
<style nonce="${nonce}" id="brand-tokens">:root{${declarations(tokens)}--brand-radius:${radius}px}${isRightToLeft(state) ? inOwnDirection : ''}</style>
<script nonce="${nonce}">${mayShowAnother(state) ? markPending(rendered.start, shared.others) : ''}${earlyInput}${consoleRecorder(state.debugging)}</script>
`,
    ...styles.flatMap((style) => [`<style nonce="${nonce}"`, style]),
    `
</head>
<body>
<div id="root">${rendered.html}</div>
<script type="application/json" id="portico-state">${json(state)}</script>
`,
    end,
    `${scripts}
</body>
</html>
`,
  ]
}

type Shared = Rendered['shared']

interface WrittenShared {
  /** Each follows the opening style tag, which has the nonce. */
  readonly styles: readonly SharedPart[]
  readonly end: SharedPart
}

const written = new WeakMap<Shared, WrittenShared>()
const writtenStyles = new WeakMap<Shared['styles'][number], SharedPart>()

/** The parts of documents that pages share. */
function writeShared(shared: Shared): WrittenShared {
  const known = written.get(shared)
  if (known !== undefined) return known
  const preloads = shared.preloads.map((href) => `<link rel="modulepreload" href="${attribute(href)}">`).join('')
  const end = `<script type="application/json" id="portico-files">${json(shared.named)}</script>
<script type="application/json" id="portico-failed">${json(shared.failed)}</script>
${preloads}`
  const made = { styles: shared.styles.map(writeStyle), end: { text: end } }
  written.set(shared, made)
  return made
}

/** Pages with other files may contain it, too. */
function writeStyle(style: Shared['styles'][number]): SharedPart {
  const href = attribute(style.href)
  const part = writtenStyles.get(style) ?? {
    text: ` data-href="${href}">${style.css}</style><link rel="stylesheet" href="${href}" disabled>`,
  }
  writtenStyles.set(style, part)
  return part
}

/** Structured data is not a script: it runs nothing, so no policy has to allow it. */
function siteTags(state: PageState, { title, about }: Rendered): string {
  const head = siteHead(state, about)
  if (head === null) return ''
  const { description, canonical, alternates, organization } = head
  const link = (of: string, address: string) => `<link ${of} href="${attribute(address)}">`
  const graph = (name: string, content: string) => `<meta property="og:${name}" content="${attribute(content)}">`
  return [
    `<meta name="description" content="${attribute(description)}">`,
    link('rel="canonical"', canonical),
    ...alternates.map(({ language, address }) => link(`rel="alternate" hreflang="${language}"`, address)),
    graph('type', 'website'),
    graph('title', title),
    graph('description', description),
    graph('url', canonical),
    graph('site_name', state.brand.name),
    graph('locale', `${state.language}_US`),
    ...(organization === null ? [] : [`<script type="application/ld+json">${json(organization)}</script>`]),
    '',
  ].join('\n')
}

/** Before sign-in, only the credential pages and a brand's own site have more than one possible view. */
function mayShowAnother({ session, url, view }: PageState): boolean {
  return session !== null || view.name === 'site' || /\/login\/?(?:\?|$)/.test(url)
}

/**
 * Marks the page as pending while the hash asks for another view than the rendered one, and loads `others`, the file with that view's
 * code; `start` is a name in our route table.
 */
function markPending(start: string, others: string): string {
  return `if(/^#!?\\/(?!${start}\\/?(?:[?]|$))./.test(location.hash)){let d=document;d.documentElement.dataset.pendingView='';d.head.append(Object.assign(d.createElement('link'),{rel:'modulepreload',href:'${others}'}))}`
}

function declarations(tokens: Tokens): string {
  return Object.entries(tokens)
    .map(([name, value]) => `${name}:${value};`)
    .join('')
}

function isRightToLeft({ language }: Pick<PageState, 'language'>): boolean {
  return describeLanguage(language).direction === 'rtl'
}

/**
 * For right-to-left pages: text that brands, doctors and authors wrote in English keeps its own direction, with the period at its end,
 * and is aligned like the page's own words; so does what people type, but not a hint in its place, which Firefox would not show. It is here
 * so that no other page carries it.
 */
const inOwnDirection =
  '@layer base{:where(a,b,code,dd,dt,h1,h2,h3,h4,li,p,q,span,strong,td):not(:has(*)){unicode-bidi:plaintext;text-align:-webkit-match-parent;text-align:match-parent}:where(input,textarea):where(:not(:placeholder-shown)){unicode-bidi:plaintext}}'
