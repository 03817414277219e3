/**
 * Labels of `meta.security` that show a resource to the patient alone (MP-14): HL7's codes for substance use, behavioral and sexual health,
 * HIV, violence and genetics, and restricted confidentiality.
 */
const sensitive = new Set(
  'ETH ETHUD ETHUDTP OPIOIDUD SUD SUDC PSY PSYTHPN BH MH COGN DVD EMOTDIS HIV STD SEX SRH SDV SV VIOL GDIS SICKLE ADOL R V'.split(
    ' ',
  ),
)

export function sensitivityOf(
  meta: { readonly security?: readonly { readonly code?: string | undefined }[] } | undefined,
) {
  return (meta?.security ?? []).flatMap(({ code }) => (code !== undefined && sensitive.has(code) ? [code] : []))
}
