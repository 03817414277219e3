import { sameStem } from '../search/stem.ts'
import { splitWords } from '../search/words.ts'

/**
 * What people call care, in English and Spanish, followed by the words that service lists use for it. The lists are in English, so this
 * also translates a search in Spanish into English.
 */
const groups: readonly (readonly [string, ...string[]])[] = [
  ['MRI', 'magnetic resonance', 'resonancia magnetica', 'resonancia'],
  ['CT scan', 'cat scan', 'computed tomography', 'tomografia computarizada', 'tomografia'],
  ['x-ray', 'xray', 'radiograph', 'radiografia', 'rayos x', 'placa'],
  ['ultrasound', 'sonogram', 'ecografia', 'ultrasonido', 'sonografia'],
  ['mammogram', 'mammography', 'mamografia', 'mastografia'],
  ['colonoscopy', 'colonoscopia'],
  ['blood test', 'blood work', 'bloodwork', 'lab work', 'analisis de sangre', 'examen de sangre', 'prueba de sangre'],
  ['flu shot', 'influenza vaccine', 'vacuna de la gripe', 'vacuna contra la gripe', 'vacuna contra la influenza'],
  [
    'wellness visit',
    'checkup',
    'check-up',
    'annual physical',
    'physical exam',
    'chequeo',
    'examen anual',
    'visita anual',
  ],
  ['office visit', 'doctor visit', 'see a doctor', 'consulta medica', 'visita al medico', 'cita medica'],
  ['specialist visit', 'visita al especialista', 'especialista'],
  ['urgent care', 'walk-in clinic', 'clinica de urgencia', 'atencion de urgencia'],
  ['emergency room', 'er', 'sala de emergencias', 'emergencias', 'urgencias'],
  ['ambulance', 'ambulancia'],
  ['physical therapy', 'rehab', 'fisioterapia', 'terapia fisica', 'rehabilitacion'],
  ['counseling', 'therapist', 'psychologist', 'psychotherapy', 'terapia psicologica', 'psicologo', 'consejeria'],
  ['knee replacement', 'new knee', 'artificial knee', 'reemplazo de rodilla', 'protesis de rodilla'],
  [
    'childbirth',
    'having a baby',
    'give birth',
    'giving birth',
    'delivery of a baby',
    'parto',
    'dar a luz',
    'tener un bebe',
  ],
  ['hospital stay', 'overnight stay', 'hospitalizacion', 'estancia en el hospital'],
  ['surgery', 'operation', 'cirugia', 'operacion'],
  ['heart', 'cardiac', 'corazon'],
  ['knee', 'rodilla'],
  ['head', 'brain', 'cabeza', 'cerebro'],
  ['chest', 'lungs', 'pecho', 'pulmones', 'torax'],
  ['abdomen', 'belly', 'stomach', 'vientre', 'estomago', 'barriga'],
  ['diabetes', 'blood sugar', 'azucar en la sangre'],
  ['crutches', 'muletas'],
  ['wheelchair', 'silla de ruedas'],
  ['walker', 'andador'],
  ['brace', 'orthosis', 'ferula', 'ortesis', 'rodillera'],
  ['hearing aid', 'audifono', 'audifonos'],
  ['oxygen', 'oxigeno'],
  ['insulin', 'insulina'],
  ['hospital bed', 'cama de hospital'],
  ['breast pump', 'sacaleches', 'extractor de leche'],
  ['vaccine', 'vaccination', 'vacuna'],
  ['glasses', 'anteojos', 'lentes'],
  ['shoulder', 'hombro'],
  ['back', 'espalda'],
  ['foot', 'pie'],
  ['ankle', 'tobillo'],
  ['wrist', 'muneca'],
  ['eye', 'ojo', 'ojos'],
  ['blood pressure', 'presion arterial', 'presion de la sangre'],
]

/** Each term split into words, longest first, with the words that lists use for it. */
const terms = groups
  .flatMap(([ours, ...theirs]) => [ours, ...theirs].map((term) => ({ words: splitWords(term), ours })))
  .toSorted((a, b) => b.words.length - a.words.length)

const small = new Set(
  splitWords(
    'de del la el los las un una para con en al a the of for an how much cost price cuanto cuesta precio costo',
  ),
)

/** Rewrites a search for care in the words of service lists, without small words. Unknown words stay as they are. */
export function inListWords(search: string): string {
  const words = splitWords(search)
  const said: string[] = []
  for (let at = 0; at < words.length; ) {
    const found = terms.find((term) => term.words.every((word, index) => isSame(word, words[at + index])))
    if (found !== undefined) said.push(found.ours)
    else if (!small.has(words[at] ?? '')) said.push(words[at] ?? '')
    at += found?.words.length ?? 1
  }
  return said.join(' ') || search
}

function isSame(term: string, typed: string | undefined): boolean {
  return (
    typed !== undefined &&
    (term === typed || (term.length > 3 && (sameStem(term, typed, 'en') || sameStem(term, typed, 'es'))))
  )
}
