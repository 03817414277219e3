/** Tells password managers whose password a form is about, where no field asks for it. */
export function HiddenLoginId({ loginId }: { readonly loginId: string }) {
  return <input type="text" name="username" autoComplete="username" value={loginId} readOnly hidden />
}
