/** Where the links of a marked text lead, `[words](/msg/)`, including anything else that looks like one. */
export function linksOf(text: string): string[] {
  return [...text.matchAll(/\]\(\s*<?([^\s)>]*)/g)].map(([, link = '']) => link)
}

/** Whether a link is allowed on a page or in an e-mail: within the portal, or to a site over https. */
export function isSafeLink(to: string): boolean {
  return /^\/(?![/\\])[^\s\\]*$/.test(to) || /^https:\/\/[a-z0-9.-]+\.[a-z]{2,}(?::\d+)?(?:[/?#][^\s\\]*)?$/i.test(to)
}
