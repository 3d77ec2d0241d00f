import type { Rule } from './rule.js';

const SPEECH = ['quoted', 'reported', 'negated', 'fiction'] as const;

export const VIOLENCE_RULES: readonly Rule[] = [
  {
    category: 'violence',
    note: 'a threat against somebody',
    contexts: SPEECH,
    unless: `game games chess match level email message text note process processes pong tennis poker kart quiz monopoly
      scrabble football soccer basketball cards`,
    frames: {
      '0.9': [
        'i|we {intent} ..1 @kill @you',
        'i|we {intent} ..1 @kill all of you|them',
        'i|we {intent} ..1 @kill my|your|the|a|this|that|his|their|every|some|all ..1 @person',
        'i|we {intent} ..1 @harm you',
        'i|we {intent} ..2 slit|cut your throat',
        'i|we {intent} ..2 break your legs|neck|bones|face|arms|skull',
        'i|we {intent} ..2 put a bullet in ..2 you|head|him|her',
        'i|we {intent} ..2 blow your head|brains|house',
        'i|we {intent} ..2 burn ..1 down your|their|his|her house|home',
        'i|we {intent} ..2 burn your|their|his|her house|home down',
        'i|we know where you live and ..4 @kill|@harm you',
        'you are ..2 going to bleed',
      ],
      '0.85': ['going|about to ..1 @kill|stab|shoot you', 'watch your back or ..4 @kill|@harm|die'],
      '0.55': [
        'i|we {intent} ..1 @harm ..2 him|her|them|wife|husband|boss|teacher|teachers|family',
        'i|we {intent} ..2 make you suffer|pay|bleed',
        'you are a dead man|woman',
        'you will ..1 die tonight|soon|slowly|tomorrow',
        'you are dead meat',
      ],
    },
  },
  {
    category: 'violence',
    note: 'a threat against somebody',
    contexts: SPEECH,
    frames: {
      '0.9': [
        'ich|wir werde|werden|will|wollen ..1 dich|euch|ihn|sie ..3 umbringen|toten|ermorden|abstechen|erschiessen|erschlagen|erwurgen|abschlachten',
        'ich|wir bring|bringe|bringen ..1 dich|euch|ihn|sie um $',
        'ich stech|steche|schlag|schlage|mach|mache ..1 dich|euch|ihn ..1 ab|tot|kalt $',
        'te|os|los|lo|la voy|vamos a ..1 matar|asesinar|degollar|apunalar|violar',
        'voy|vamos a matarte|matarlo|matarla|matarlos|matarte|asesinarte|degollarte|apunalarte|violarte',
        'te|os matare|mataremos|degollare|apunalare',
        'vais|allons|va te|vous|le|la|les tuer|buter|crever|egorger|massacrer|etrangler|violer|planter',
        'te|vous tuerai|buterai|creverai|egorgerai|tuerons',
        'vou|vamos te|vos matar|degolar|esfaquear|estuprar',
        'vou|vamos matar|degolar|esfaquear voce|voces|ele|ela|eles',
        'ti|vi|li uccido|ammazzo|uccidero|ammazzero|sgozzo|sgozzero|accoltello|uccideremo',
        'voglio|vado|sto ..2 uccidervi|ammazzarvi|uccidere|ammazzare ..1 te|voi|lui|lei',
        'voglio uccidervi|ammazzarti|ucciderti|ammazzarvi',
        'ich|wir werde|werden|will|wollen meine|meinen|diese|diesen|unseren|unsere ..1 frau|mann|nachbarn|chef|chefin|lehrer|lehrerin|mutter|vater|ex umbringen|toten|ermorden|erschiessen',
        'quiero|queremos matar|asesinar a mi|tu|su|esa|ese|nuestro|nuestra',
        'voy|vamos a matar|asesinar a mi|tu|su|esa|ese|nuestro|nuestra',
        'vais|veux|allons tuer|buter|egorger ma|mon|mes|ta|ton|sa|son ..1 femme|mari|voisin|voisine|patron|chef|mere|pere|ex|prof',
        'quero|vou matar minha|meu|sua|seu|aquele|aquela',
        'voglio uccidere|ammazzare mia|mio|tua|tuo|sua|suo',
        'ik ga|zal|wil je|jou|jullie|hem|haar ..1 doden|vermoorden|doodschieten|neersteken|afmaken',
        'jag|vi ska|tanker|kommer ..2 doda|morda|skjuta|knivhugga dig|er|honom|henne',
      ],
    },
  },
  {
    category: 'violence',
    note: 'a threat is asked for',
    contexts: ['fiction', 'protective', 'negated'],
    unless: 'respond response policy drill drills received receiving handle',
    frames: {
      '0.85': ['write|compose|generate|draft|send|make ..2 bomb|death|murder threat|threats ..3 to|against'],
      '0.5': ['write|compose|generate|draft|send ..2 threatening letter|message|email|note|text'],
    },
  },
  {
    category: 'violence',
    note: 'an attack that is announced or called for',
    contexts: SPEECH,
    unless: 'balloon balloons photo photos exam interview',
    frames: {
      '0.9': [
        'i|we {intent} ..2 shoot|blow up ..1 @place',
        'i|we {intent} ..2 shoot|blow ..1 @place up',
        'i|we {intent} ..1 bomb|attack|torch ..1 @place',
        'i|we {intent} ..2 burn down ..1 @place',
        'i|we {intent} ..2 bring|take ..2 @gun ..2 to ..1 @place|work|class',
        'i|we {intent} ..2 plant ..1 @bomb',
        'let|lets us ..1 kill them all',
        'we should|must|need|have ..1 kill|shoot|hang|bomb|burn ..1 them|@person',
        'somebody|someone should|must|needs ..1 shoot|kill|assassinate|stab ..3 @person',
      ],
    },
  },
  {
    category: 'violence',
    note: 'instructions for killing or hurting somebody',
    contexts: ['quoted', 'fiction', 'protective', 'negated'],
    unless: `process processes thread threads pid linux unix task job node server windows app command weeds mockingbird
      time hiccups bacteria cells`,
    frames: {
      '0.9': [
        '{howto} kill|murder|poison|strangle|assassinate|behead ..2 @person',
        '{howto} get away with ..1 killing|murdering|poisoning ..2 @person',
        'which|what poison ..6 kill ..2 @person',
        'untraceable|undetectable poison ..6 @person',
        'wie ..4 jemanden|menschen|frau|mann|nachbarn|chef ..3 toten|umbringen|vergiften|ermorden',
        'como ..1 matar|envenenar|asesinar|assassinar a|o|um|una|uma|mi|minha|meu ..1 persona|pessoa|esposa|marido|vecino|vizinho|jefe|chefe|alguien|alguem',
        'comment ..1 tuer|empoisonner|assassiner quelqu|quelqu|une|un|ma|mon|mes ..1 un|personne|femme|mari|voisin|patron',
        'come ..1 uccidere|avvelenare|ammazzare qualcuno|una|un|mia|mio ..1 persona|moglie|marito|vicino|capo',
      ],
      '0.85': ['como ..1 matar alguien|alguem', 'come ..1 uccidere|avvelenare qualcuno'],
      '0.6': ['{howto} hide|dispose ..3 body|corpse', '{howto} stab|hurt|injure|torture ..2 @person'],
    },
  },
  {
    category: 'violence',
    note: 'instructions for a bomb or a poison',
    contexts: ['quoted', 'fiction', 'protective', 'negated'],
    unless: `bath seed photo glitter cake cocktail cocktails chocolate calorimeter shelter disposal stink cherry jager fork
      zip smoke minecraft unity icing quarry quarries blasting mining demolition fireworks stage prop
      bano agua calor hidraulica aire pozo vacio riego piscina calore acqua bagno bain peinture agua`,
    frames: {
      '0.9': [
        '{makeHow} @make ..4 @bomb',
        '{makeHow} @make ..3 nerve|mustard|poison|chemical|biological|dirty @agent|bomb',
        'instructions|guide|manual|plans|blueprint|tutorial|recipe to|for|on ..3 @bomb|sarin|ricin',
        'give|send|tell|write me ..6 instructions|plans|blueprint ..6 @bomb',
        'wie ..4 bombe|rohrbombe|bomben|sprengsatz|sprengstoff|handgranate ..4 baue|bauen|baut|bastle|bastelt|bastele|herstellen|herstelle|herstellt',
        'wie baue|baut|bastle|bastelt|bastele ..4 bombe|rohrbombe|bomben|sprengsatz|handgranate',
        'como ..1 hacer|fabricar|construir|armar|fazer|montar ..2 bomba casera|caseira|explosiva|molotov|incendiaria',
        'como ..1 hacer|fabricar|construir|armar|fazer|montar ..2 explosivo|explosivos|dinamita|dinamite',
        'comment ..1 fabriquer|construire|faire ..2 bombe|bombes|explosif|explosifs|grenade',
        'come ..1 costruire|fabbricare|fare|preparare ..2 bomba|bombe|esplosivo|esplosivi',
      ],
      '0.5': [
        '{makeHow} @make ..3 chlorine gas',
        '{makeHow} @make ..3 thermite',
        'como ..1 hacer|fabricar|construir|fazer ..2 bomba',
      ],
    },
  },
];
