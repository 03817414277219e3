import type { BrandIdentity } from '@portico/rules/brand/families'
import { CHAT_POPUP, chatAddress } from '@portico/rules/chat/launcher'
import { setCookie } from '../../base/storage/cookies.ts'

/** Tells the chat vendor that the person came through the link, for as long as the browser is open (CH-3). */
const marketingCookie = 'clickToChat'

/** Ids of campaigns that may have brought the person here. */
const trackingNames = ['cid', 'campaignId', 'trackingId']

let opened: Window | null = null

/** Opens the chat page in its own window, or brings an open one to the front (CH-3). */
export function openChat({
  address,
  brand,
  entryPoint,
}: {
  readonly address: string
  readonly brand: BrandIdentity
  readonly entryPoint: string
}) {
  if (opened !== null && !opened.closed) {
    opened.focus()
    return
  }
  setCookie(marketingCookie, 'true')
  const query = new URLSearchParams(location.search)
  const tracking = trackingNames.flatMap((name) => {
    const value = query.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  const target = chatAddress({
    base: new URL(address, location.href).href,
    brand,
    entryPoint,
    // Reveals which area of the portal it is, but never which message or claim.
    referrer: location.origin + location.pathname,
    caseId: query.get('caseId'),
    tracking: Object.fromEntries(tracking),
  })
  const { width, height, features } = CHAT_POPUP
  opened = window.open('', 'portico-chat', `width=${width},height=${height},${features}`)
  if (opened === null) {
    // If popups are blocked, the chat opens in a browser tab.
    window.open(target, '_blank', 'noopener')
    return
  }
  // After a reload of the portal, this is the window that was opened before it, with its conversation.
  if (isNew(opened)) {
    opened.opener = null
    opened.location.replace(target)
  }
  opened.focus()
}

/** Whether nothing has been opened in a window yet; the page cannot read another site's content there. */
function isNew({ location }: Window): boolean {
  try {
    return location.href === 'about:blank'
  } catch {
    return false
  }
}
