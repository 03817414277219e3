import type { SafetyKind } from './safety.ts'

const of = (kind: SafetyKind, texts: string): (readonly [SafetyKind, string])[] =>
  texts
    .trim()
    .split('\n')
    .map((text) => [kind, text.trim()])

/** What people who need urgent help write, in English and Spanish, with typos. */
export const urgent: readonly (readonly [SafetyKind, string])[] = [
  ...of(
    'emergency',
    `chest pain
    chest pains since this morning
    chst pain
    chest pian
    pain in my chest and left arm
    my chest hurts
    my chest feels tight
    i can't breathe
    cant breath
    cannot breathe
    can not breathe
    trouble breathing
    truoble breathing
    my son is not breathing
    it is hard to breathe
    i think im having a heart attack
    heart attak
    stroke
    strok symptoms
    is this a stroke
    his face is drooping
    slurred speech
    overdose
    overdoes
    he overdosed
    i took too many pills
    my baby swallowed poison
    she is choking
    he is unconscious
    unconcious
    she passed out and won't wake up
    having a seizure
    bleeding won't stop
    dolor de pecho
    dolor en el pecho
    dolr de pecho
    me duele el pecho
    no puedo respirar
    no puedo respiar
    mi hijo no respira
    me cuesta respirar
    dificultad para respirar
    ataque al corazón
    infarto
    imfarto
    derrame cerebral
    derame cerebral
    sobredosis
    sobredocis
    tomé muchas pastillas
    mi bebé está inconsciente
    convulsiones
    no para de sangrar`,
  ),
  ...of(
    'crisis',
    `suicide
    sucide
    suicidal thoughts
    i want to kill myself
    i want to kil myself
    kill my self
    i want to end my life
    thinking of ending my life
    i want to die
    i just wanna die
    i wish i was dead
    everyone would be better off dead
    i don't want to live anymore
    no reason to live
    i want to hurt myself
    hurt my self
    self harm
    i keep cutting myself
    hang myself
    suicidio
    suisidio
    quiero suicidarme
    quiero matarme
    quitarme la vida
    quiero acabar con mi vida
    quiero morir
    me quiero morir
    ya no quiero vivir
    hacerme daño
    quiero cortarme`,
  ),
  ...of(
    'violence',
    `abuse
    i am being abused
    my husband hits me
    he beats me
    domestic violence
    domestic violance
    i was raped
    sexual assault
    afraid of my husband
    abuso
    violencia doméstica
    mi esposo me pega
    me golpea
    mi pareja me maltrata
    abuso sexual
    tengo miedo de mi esposo
    he choked me`,
  ),
]

/** What people search for or write about that is no cause for alarm. */
export const harmless: readonly string[] = `
  chest x-ray
  chest ct scan cost
  back pain
  pain management doctor
  knee pain physical therapy
  breathing treatment for asthma
  sleep apnea machine
  heart doctor
  cardiologist near me
  heart healthy recipes
  stroke rehab
  stroke recovery therapy
  history of stroke
  strike
  breast exam
  substance abuse treatment
  alcohol abuse counseling
  drug abuse rehab
  opioid abuse program
  report fraud and abuse
  suicide prevention training
  blood test
  blood pressure medicine
  bleeding gums dentist
  poison ivy cream
  allergy shots
  seizure medicine
  die cut card
  kill switch for autopay
  end my coverage
  ending my plan this year
  cut my premium
  cutting costs
  my life insurance
  live chat
  where do i live in network
  want to change my doctor
  want to dispute a bill
  hit my deductible
  i hit the out-of-pocket maximum
  what hits my deductible
  rapid test
  rapid covid test
  grape allergy
  skin self exam
  self pay price
  self employed plan
  harmonic scalpel
  wake up at night
  pass through drug pricing
  id card
  claim denied
  how do i appeal
  refill my prescription
  too many bills
  took my prescription to cvs
  i paid all of it
  mental health counselor
  therapist for depression
  anxiety medicine
  consulta médica
  radiografía de tórax
  dolor de espalda
  dolor de muelas
  dolor de rodilla
  terapia respiratoria
  máquina para apnea del sueño
  cardiólogo
  presión arterial
  prueba de sangre
  análisis de sangre
  rehabilitación de derrame cerebral
  tratamiento de abuso de sustancias
  abuso de alcohol
  abuso de drogas
  prevención de caídas
  cortar mi prima
  vida sana
  seguro de vida
  quiero cambiar de médico
  quiero pagar mi factura
  quiero vivir en otra ciudad
  no puedo entrar a mi cuenta
  no puedo pagar
  no puedo ver mi reclamación
  me falta una factura
  me cobra de más
  mi esposo y yo
  miedo al dentista
  pastillas para la alergia
  tomo muchas vitaminas
  corte de servicio
  apelación
  tarjeta de identificación
  resurtir mi receta
  farmacia cerca
  atención de urgencia
  vacuna contra la gripe
  morada permanente
  consejero de salud mental
`
  .trim()
  .split('\n')
  .map((text) => text.trim())
