export type NpnProblem = { readonly code: 'npn.invalid' }

/** A National Producer Number has up to ten digits and does not begin with a zero. */
export function checkNpn(npn: string): NpnProblem | null {
  return /^[1-9][0-9]{0,9}$/.test(npn.trim()) ? null : { code: 'npn.invalid' }
}
