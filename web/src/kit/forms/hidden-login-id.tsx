/** Tells password managers whose password a form is for, if it has no login ID field. */
export function HiddenLoginId({ loginId }: { readonly loginId: string }) {
  return <input type="text" name="username" autoComplete="username" value={loginId} readOnly hidden />
}
