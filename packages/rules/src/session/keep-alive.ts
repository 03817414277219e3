/** Cookie that names the vendor whose session is kept alive along with ours (SE-3); the page reads and deletes it. */
export const VENDOR_COOKIE = 'ssoVendor'

const placeholder = '{vendor}'

/** Whether a path can be that of a configured call: one of our own host. */
export function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])[\w./-]*$/.test(path)
}

/**
 * Whether an address can be that of a vendor keep-alive: https or a path of our own host, with `{vendor}` in its path or
 * query, never in its host.
 */
export function isVendorTemplate(template: string): boolean {
  return /^(https:\/\/[a-z0-9.-]+(:\d+)?)?\/(?![/\\])[\w./{}?&=%-]*$/i.test(template) && template.includes(placeholder)
}

/** The origin that a page must be allowed to ask besides its own; null for a path of our own host. */
export function vendorOrigin(template: string): string | null {
  return /^https:\/\/[^/]+/i.exec(template)?.[0].toLowerCase() ?? null
}

/** The address for the vendor that the cookie names; null where it names none, or nothing that a vendor is called. */
export function vendorAddress(template: string, vendor: string | undefined): string | null {
  if (vendor === undefined || !/^[\w-]{1,64}$/.test(vendor)) return null
  return template.replaceAll(placeholder, vendor)
}

/** Whether the vendor's session lives on; any other reply deletes the vendor cookie. */
export function isVendorAlive(reply: string): boolean {
  return reply.trim() === 'true'
}
