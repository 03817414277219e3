/**
 * Kinds of care that plans name in many ways. `says`: what the plan's names begin with or contain, in lower case; `asked`: what people
 * search for if they do not know the plan's word (English, then Spanish).
 */
const kinds = {
  primary: {
    says: /primary care|office visit|pcp|family (doctor|practice)|gpvisit/,
    asked: 'doctor family checkup sick visit médico familiar consulta',
  },
  specialist: { says: /specialist|spvisit/, asked: 'specialist cardiologist dermatologist especialista cardiólogo' },
  telehealth: {
    says: /tele(health|visit|medicine)|virtual|televisit/,
    asked: 'video phone online virtual videollamada',
  },
  preventive: {
    says: /prevent|wellness|immuniz|screening/,
    asked: 'checkup physical shots vaccine flu mammogram colonoscopy chequeo vacuna',
  },
  urgent: { says: /urgent/, asked: 'walk-in clinic fever stitches clínica urgencia fiebre' },
  emergency: {
    says: /emergency (room|care|dep|services)|^emergency$/,
    asked: 'er hospital accident sala emergencias accidente',
  },
  ambulance: { says: /ambulance|transport/, asked: 'ambulance helicopter ambulancia' },
  laboratory: { says: /\blab|blood|patholog/, asked: 'blood test urine análisis sangre laboratorio' },
  imaging: {
    says: /imaging|x-?ray|radiolog|\bmri\b|\bct\b|ultrasound/,
    asked: 'x-ray xray mri ct scan ultrasound radiografía rayos resonancia ecografía',
  },
  hospital: {
    says: /inpatient|hospital (stay|facility|room)|inpthosp/,
    asked: 'overnight stay surgery hospitalización cirugía',
  },
  surgery: { says: /surgery|surgical|outpatient facility/, asked: 'operation procedure operación cirugía' },
  maternity: {
    says: /matern|prenatal|pregnan|newborn|childbirth|delivery/,
    asked: 'baby birth pregnant bebé parto embarazo',
  },
  mental: {
    says: /mental|behavioral|psych|counsel|substance/,
    asked: 'therapist therapy counseling depression anxiety terapia psicólogo ansiedad',
  },
  therapy: {
    says: /physical therapy|rehab|occupational|speech therapy|chiropract/,
    asked: 'pt rehab fisioterapia rehabilitación',
  },
  equipment: { says: /equipment|prosthet|dme/, asked: 'wheelchair crutches cpap brace silla ruedas muletas' },
  drug: {
    says: /drug|generic|brand|pharmacy|prescription|tier/,
    asked: 'medicine prescription pills pharmacy rx medicina receta farmacia pastillas',
  },
  eye: {
    says: /\beye|vision|glasses|frames|lenses|contacts/,
    asked: 'eye exam glasses contacts lentes anteojos vista',
  },
  dental: {
    says: /dental|clean|filling|crown|orthodon|root canal|teeth/,
    asked: 'tooth teeth dentist braces dientes dentista frenos',
  },
  skilled: { says: /skilled nursing|home health|hospice/, asked: 'nurse nursing home enfermera hogar' },
} as const

export type ServiceKind = keyof typeof kinds

/** The kind of care that a benefit is for, from the plan's name for it; null where we know no such kind. */
export function findServiceKind(service: string): ServiceKind | null {
  const said = service.toLowerCase()
  const found = (Object.keys(kinds) as ServiceKind[]).find((kind) => kinds[kind].says.test(said))
  return found ?? null
}

/** Plain words that also find a benefit, in addition to its name. */
export function wordsFor(service: string): string {
  const said = service.toLowerCase()
  return Object.values(kinds)
    .filter(({ says }) => says.test(said))
    .map(({ asked }) => asked)
    .join(' ')
}
