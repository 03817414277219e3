/** The cookie with the vendor whose session we keep alive along with ours (SE-3); the page reads it and deletes it. */
export const VENDOR_COOKIE = 'ssoVendor'

const placeholder = '{vendor}'

/** Whether a configured call may use this path: it must be on our own host. */
export function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])[\w./-]*$/.test(path)
}

/**
 * Whether an address can be a vendor's keep-alive: https or a path on our own host, with `{vendor}` in its path or query, never in its
 * host.
 */
export function isVendorTemplate(template: string): boolean {
  return /^(https:\/\/[a-z0-9.-]+(:\d+)?)?\/(?![/\\])[\w./{}?&=%-]*$/i.test(template) && template.includes(placeholder)
}

/** The origin that a page needs permission to call besides its own; null for a path on our own host. */
export function vendorOrigin(template: string): string | null {
  return /^https:\/\/[^/]+/i.exec(template)?.[0].toLowerCase() ?? null
}

/** The address for the vendor named in the cookie; null: the cookie names none, or its value is not a valid vendor name. */
export function vendorAddress(template: string, vendor: string | undefined): string | null {
  if (vendor === undefined || !/^[\w-]{1,64}$/.test(vendor)) return null
  return template.replaceAll(placeholder, vendor)
}

/** Whether the vendor's session is still alive; on any other reply the vendor cookie is deleted. */
export function isVendorAlive(reply: string): boolean {
  return reply.trim() === 'true'
}
