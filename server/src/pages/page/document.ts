import type { PageState, Renderer } from '@portico/contract/page'
import type { Tokens } from '@portico/rules/brand/colors'
import { describeLanguage } from '@portico/rules/languages/list'
import { attribute, json, languageAttributes, text } from '../../platform/html.ts'
import { APP_MANIFEST_PATH } from './app-manifest.ts'
import { consoleRecorder } from './console-recorder.ts'
import { siteHead } from './site-head.ts'

type Rendered = Awaited<ReturnType<Renderer['render']>>

/**
 * The whole HTML of a page: brand, state and critical CSS inlined, so that the first paint is already right (BR-13). The hash never reaches
 * the server: if it asks for another view, the first one stays hidden until the page has that view. Scripts come last: on a slow line they
 * would delay what should be seen first. Nothing is painted before the whole view has been read: what stands at the bottom of a half-read
 * one, e.g. the landscape beside the sign-in form, would move when the footer comes.
 */
export function pageDocument(parts: {
  readonly state: PageState
  readonly rendered: Rendered
  readonly tokens: Tokens
  readonly radius: number
  readonly nonce: string
  /** The icon of a page that leads to the manifest by which a phone keeps it as an app; left out or null: it does not. */
  readonly appIcon?: string | null
  /** Placed before and after the part that is the same for everyone. */
  readonly cut?: string
}): string {
  const { state, rendered, tokens, radius, nonce, appIcon = null, cut = '' } = parts
  const { brand, language, fontSize } = state
  const { assets } = rendered
  const styles = assets.styles
    .map(
      ({ href, css }) =>
        `<style nonce="${nonce}"${cut} data-href="${attribute(href)}">${css}</style><link rel="stylesheet" href="${attribute(href)}" disabled>${cut}`,
    )
    .join('')
  const preloads = assets.preloads.map((href) => `<link rel="modulepreload" href="${attribute(href)}">`).join('')
  const scripts = assets.scripts
    .map((src) => `<script type="module" nonce="${nonce}" src="${attribute(src)}"></script>`)
    .join('')
  return `<!doctype html>
<html ${languageAttributes(language)} data-font-size="${fontSize}" data-brand="${attribute(brand.code)}" data-header="${brand.header}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="expect" href="#portico-state" blocking="render">
<title>${text(rendered.title)}</title>
<meta name="theme-color" content="${attribute(tokens['--header-bg'])}">
${siteTags(state, rendered)}<link rel="icon" href="${attribute(brand.mark)}" type="image/svg+xml">${appIcon === null ? '' : `<link rel="apple-touch-icon" href="${attribute(appIcon)}"><link rel="manifest" href="${APP_MANIFEST_PATH}">`}
<style nonce="${nonce}" id="brand-tokens">:root{${declarations(tokens)}--brand-radius:${radius}px}${isRightToLeft(state) ? inOwnDirection : ''}</style>
<script nonce="${nonce}">${mayShowAnother(state) ? markPending(rendered.start, assets.others) : ''}${consoleRecorder(state.debugging)}</script>
${styles}
</head>
<body>
<div id="root">${rendered.html}</div>
<script type="application/json" id="portico-state">${json(state)}</script>
${cut}<script type="application/json" id="portico-files">${json(assets.named)}</script>
<script type="application/json" id="portico-failed">${json(rendered.failed)}</script>
${preloads}${cut}${scripts}
</body>
</html>
`
}

/** Structured data is no script: it runs nothing, so no policy has to allow it. */
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
 * Marks the page as pending while the hash asks for another view than the rendered one, and loads `others`, the file with that view's code;
 * `start` is a name in our route table.
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
 * Of a page that is read from right to left: what brands, doctors and authors wrote in English stays in its own order, with the full stop at its
 * end, and stands where the page's own words do. Here, so that no other page carries it.
 */
const inOwnDirection =
  '@layer base{:where(a,b,code,dd,dt,h1,h2,h3,h4,li,p,q,span,strong,td):not(:has(*)){unicode-bidi:plaintext;text-align:-webkit-match-parent;text-align:match-parent}:where(input,textarea){unicode-bidi:plaintext}}'
