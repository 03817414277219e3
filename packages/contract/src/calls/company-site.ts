import { siteSections, siteWays } from '@portico/rules/content/site'
import { languages } from '@portico/rules/languages/list'
import * as v from 'valibot'
import { asking, defineCall } from '../call.ts'
import { Day, ShortText } from '../fields.ts'

const text = v.pipe(v.string(), v.nonEmpty())

/** A page of the site, as authors write it; `{brand}` and `{tagline}` stand for the brand's own. */
export const SiteContent = v.object({
  title: text,
  /** What search engines show about it. */
  description: text,
  lead: text,
  parts: v.array(v.object({ title: text, text, leadsTo: v.optional(v.picklist(siteWays)) })),
})

export const SiteNews = v.array(v.object({ day: Day, title: text, text }))

export const CompanySite = v.object({
  section: v.picklist(siteSections),
  ...SiteContent.entries,
  /** Newest first; only on the home page. */
  news: SiteNews,
  /** Addresses of the site's pages on this environment's host. */
  links: v.object({ home: v.string(), cce: v.string(), wts: v.string() }),
})

export const companySite = defineCall({
  method: 'GET',
  path: '/rbsmbl/x-services/cms/companySite',
  summary: "A page of a brand's own site for visitors (SH-10), from its texts.",
  audience: { by: 'anyone' },
  ofNoOne: true,
  ...asking,
  query: v.object({ brand: ShortText, language: v.picklist(languages), section: v.picklist(siteSections) }),
  payload: CompanySite,
  errors: ['NOT-FOUND'],
})
