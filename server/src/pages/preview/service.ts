import { previewContent } from '@portico/contract/calls/content-console'
import type { AuthoredLanguage, PageState } from '@portico/contract/page'
import { stubPagePath } from '@portico/contract/stub-path'
import { everyBrand } from '@portico/rules/brand/every'
import { PREVIEW_MS, type PreviewScreen, previewScreens } from '@portico/rules/content/screens'
import type { SiteSection } from '@portico/rules/content/site'
import { parseHost } from '@portico/rules/environment/host'
import type { BrandService } from '../../brands/brand/service.ts'
import { createHeldTexts } from '../../brands/content/held.ts'
import { loadLanguageNotices } from '../../brands/content/language-notices.ts'
import { brandItem } from '../../brands/content/released.ts'
import { createContentService } from '../../brands/content/service.ts'
import { type ContentSource, contentSet, createFixedContent } from '../../brands/content/source.ts'
import { emailTexts, templateOfItem } from '../../mailing/email/items.ts'
import { sampleEmail } from '../../mailing/email/preview.ts'
import { loadTopics } from '../../messages/messages/topics.ts'
import type { DataKey } from '../../platform/data-key.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { aboutEach } from '../../platform/http/recorded.ts'
import { requireAuthor, requireReadable } from '../../staff/content/authors.ts'
import { findVersions, toItemKey } from '../../staff/content/console-store.ts'
import { readCompanySite } from '../shell/company-site.ts'
import { stubPages } from '../stubs/pages.ts'
import { readSigned, signTarget } from './address.ts'
import { previewAnswers } from './answers.ts'

/** A previewed page with the answers to its calls, or a previewed e-mail. */
export type Preview = PreviewLink &
  (
    | { readonly kind: 'page'; readonly state: PageState; readonly answers: Readonly<Record<string, unknown>> }
    | { readonly kind: 'email'; readonly html: string }
  )

interface PreviewLink {
  readonly brandCode: string
  readonly language: AuthoredLanguage
  /** The authors of the previewed texts. */
  readonly authors: readonly string[]
  readonly expires: Date
}

const projects = { home: 'chmcom', cce: 'chmcce', wts: 'chmwts' } as const
const ownHost = parseHost('localhost')

/** The page of the brand's own site that a screen is; null for others. */
function toSection(screen: PreviewScreen): SiteSection | null {
  if (screen === 'site') return 'home'
  return screen === 'cce' || screen === 'wts' ? screen : null
}

export interface PreviewParts {
  readonly database: Database
  readonly brands: BrandService
  readonly source: ContentSource
  readonly dataKey: DataKey
  readonly contentDir: string
  readonly defaultServicePhone: string
}

/** Screens with texts that no reader sees yet (CT-7), at signed addresses, with nobody's data. */
export function bindPreviewCall(binder: Binder, { brands, dataKey }: PreviewParts): void {
  binder.bind(previewContent, async ({ body: { versionIds, brand: shared, language, screen } }, context, tx) => {
    const author = await requireAuthor(tx, brands, context)
    requireReadable(author, brands, shared)
    const brand = brands.all.find((one) => one.brand.sharedBrandCode === shared)?.brand
    const versions = await findVersions(tx, versionIds)
    const isReadable = (of: string) => of === everyBrand || author.brands === null || author.brands.includes(of)
    const isTheirs = versions.every((one) => isReadable(one.brand))
    if (brand === undefined || versions.length < new Set(versionIds).size || !isTheirs) throw new CallError('NOT-FOUND')
    const expires = context.now.getTime() + PREVIEW_MS
    const token = signTarget(dataKey, { versionIds, brand: brand.code, language, screen, expires })
    const { path, hash } = previewScreens[screen]
    const words = screen === 'search' ? '&searchQuery=preview' : ''
    const address = `${path}?contentPreview=${token}${words}${hash}`
    return aboutEach(
      versionIds.map((recordId) => ({ recordId, memberId: null })),
      { address, expiresAt: new Date(expires).toISOString() },
    )
  })
}

/** Null if the address is not ours or has expired, or if the path has no preview. */
export async function openPreview(
  parts: PreviewParts,
  token: string,
  path: string,
  now: Date,
): Promise<Preview | null> {
  const { database, brands, source, dataKey, contentDir, defaultServicePhone } = parts
  const said = readSigned(dataKey, token, now)
  const brand = brands.all.find((one) => one.brand.code === said?.brand)?.brand
  if (said === null || brand === undefined || path !== previewScreens[said.screen].path) return null
  const versions = await findVersions(database.read, said.versionIds)
  const keys = new Set(versions.map(toItemKey))
  const present = await source.read()
  const written = versions.flatMap(({ value, ...version }) =>
    value === null ? [] : [{ ...version, value, origin: 'edited' as const, updated_at: version.written_at }],
  )
  const all = [...present.all.filter((row) => !keys.has(toItemKey(row))), ...written]
  const set = contentSet(all, present.changedAt)
  const content = createContentService(createFixedContent(set))
  const held = createHeldTexts(() => set)
  const { language, screen } = said
  const { sharedBrandCode } = brand
  const looked = {
    brandCode: brand.code,
    language,
    authors: [...new Set(versions.map(({ written_by: by }) => by))],
    expires: new Date(said.expires),
  }
  if (screen === 'email') {
    const [template] = versions.flatMap(({ name }) => templateOfItem(name) ?? [])
    if (template === undefined) return null
    const texts = emailTexts(template, language, (item) => held.texts(item, sharedBrandCode, language))
    const html = sampleEmail({
      template,
      language,
      brand: brands.requireLoaded(brand.code),
      defaultServicePhone,
      texts,
    })
    return { ...looked, kind: 'email', html }
  }
  const pages = await stubPages({ brands, contentDir, brandCode: brand.code, now, language, content })
  const section = toSection(screen)
  const shown = pages.get(stubPagePath(path, screen === 'signIn' ? 'visitor' : 'member'))
  const visitor = pages.get(stubPagePath('/', 'visitor'))
  const loaded = brands.requireLoaded(brand.code)
  const site = await readCompanySite(content, { section: section ?? 'home', loaded, host: ownHost, language })
  const siteState = section &&
    site &&
    visitor && { ...visitor, project: projects[section], view: { name: 'site' as const, site } }
  const state = section === null ? shown : siteState
  if (!state) return null
  const topics = loadTopics(contentDir, held)
  const names = versions.map(({ name }) => name)
  const looking = { contentDir, brands, brand, language, held, topics, names, now }
  const words = held.texts(brandItem(brand.code), sharedBrandCode, language)
  const { tagline = state.brand.tagline, legalText = state.brand.legalText } = words
  return {
    ...looked,
    kind: 'page',
    state: { ...state, brand: { ...state.brand, tagline, legalText }, development: false },
    answers: await previewAnswers({ content, notices: loadLanguageNotices(contentDir, held), site, looking }),
  }
}
