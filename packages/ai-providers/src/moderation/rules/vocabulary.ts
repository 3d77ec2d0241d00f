import type { Vocabulary } from './frames.js';

/** Sets and sequences that the frames of several categories name. All words are folded: no accents, no capitals. */
export const VOCABULARY: Vocabulary = {
  sets: {
    person: `someone somebody anyone anybody people person persons human humans man men woman women child children kid kids
      boy girl wife husband girlfriend boyfriend ex mother father mom mum dad parents sister brother son daughter neighbour
      neighbor neighbours neighbors boss coworker coworkers colleague colleagues teacher teachers student students
      classmate classmates roommate family him her them everyone everybody politician president mayor judge cop cops`,
    you: 'you him her them everyone everybody yall',
    kill: `kill murder slaughter strangle behead massacre assassinate decapitate rape dismember lynch execute butcher`,
    killed: `killed murdered slaughtered exterminated gassed shot hanged lynched eradicated executed burned burnt castrated
      annihilated`,
    exterminate: 'kill exterminate gas lynch slaughter murder eradicate massacre annihilate',
    harm: 'hurt beat stab shoot punch burn choke harm smash attack cripple torture',
    group: `jews muslims christians hindus sikhs blacks whites arabs africans latinos hispanics mexicans pakistanis turks
      immigrants migrants refugees foreigners gypsies gays lesbians homosexuals transgenders queers women disabled
      juden muslime auslander fluchtlinge schwarze schwarzen schwule schwulen turken zigeuner migranten araber frauen
      behinderte behinderten
      judios musulmanes negros inmigrantes gitanos moros mujeres extranjeros refugiados
      juifs musulmans noirs arabes immigres homosexuels etrangers femmes refugies
      judeus muculmanos imigrantes ciganos estrangeiros mulheres
      ebrei musulmani neri immigrati zingari stranieri donne omosessuali
      joden moslims buitenlanders vluchtelingen vrouwen homos`,
    ofGroup: `black white gay lesbian trans transgender jewish muslim asian arab african mexican hispanic latino disabled
      autistic homosexual indian chinese`,
    folk: 'people persons folks folk men women kids children immigrants',
    vermin: `vermin subhuman subhumans parasites cockroaches roaches rats scum filth plague garbage trash inferior savages
      apes monkeys pigs dogs worthless animals
      abschaum ungeziefer parasiten dreck untermenschen tiere ratten schweine minderwertig
      basura escoria parasitos ratas animales plaga cucarachas inferiores
      vermine parasites cafards racaille dechets animaux
      lixo vermes parasitas ratos animais escoria praga
      feccia parassiti animali ratti spazzatura inferiori vermi`,
    badNames: 'criminals terrorists thieves rapists liars disgusting evil stupid lazy dirty dangerous greedy',
    make: `make build construct assemble create synthesize synthesise cook produce manufacture prepare brew improvise
      making building constructing assembling`,
    bomb: `bomb bombs explosive explosives ied molotov molotovs grenade grenades detonator detonators tatp napalm sarin ricin
      anthrax`,
    agent: 'gas agent weapon weapons',
    place: `school church mosque synagogue temple airport hospital office building mall concert stadium train subway embassy
      parliament hotel station university college`,
    gun: 'gun guns rifle rifles pistol bomb bombs explosives grenade grenades machete',
    minor: `child children minor minors underage toddler toddlers preteen preteens schoolgirl schoolgirls schoolboy
      schoolboys kid kids infant infants boy boys girl girls
      kind kinder kindern minderjahrige minderjahrigen minderjahrigem madchen jungen
      nino ninos nina ninas menor menores enfant enfants mineur mineurs mineure mineures
      crianca criancas bambino bambini bambina bambine minorenne minorenni`,
    childOnly: `child children minor minors underage toddler toddlers preteen preteens schoolgirl schoolgirls schoolboy
      schoolboys kid kids infant infants kind kinder kindern minderjahrige minderjahrigen madchen nino ninos nina ninas menores
      enfant enfants mineurs mineures crianca criancas bambini bambina bambine minorenni`,
    minorAge: `5 6 7 8 9 10 11 12 13 14 15 16 17 five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
      seventeen`,
    minorAged: '5yo 6yo 7yo 8yo 9yo 10yo 11yo 12yo 13yo 14yo 15yo 16yo 17yo',
    coded: 'loli lolicon shotacon jailbait',
    explicit: `porn porno pornography pornographic erotic erotica nudes smut hentai lewd sexy nacktbilder sexbilder
      pornografia pornographie`,
    askMake: `write generate create draw roleplay imagine produce render describe
      schreib schreibe erstelle escribe ecris escreve scrivi`,
    askGet: `show send share sell buy trade download find give tell want need make
      zeig zeige schick schicke suche gib muestra envia busco quiero dame montre envoie cherche veux donne mostra manda quero
      procuro cerco voglio`,
    insult: `idiot moron stupid pathetic worthless loser disgusting ugly imbecile retard retarded trash garbage scum
      idiota imbecil estupido estupida idiotin dumm wertlos debile minable stupido inutile`,
    pills: 'pills tablets mg milligrams pillen tabletten pastillas comprimes compresse',
  },
  sequences: {
    intent: [
      'will',
      'shall',
      'am|are going to',
      'want to',
      'would love|like to',
      'am|are about to',
      'plan to',
      'am|are planning to',
      'intend to',
      'have decided to',
    ],
    howto: [
      'how to ..1',
      'how do|can|could|would|should|might i|we|you|one ..1',
      'way|ways|steps|method|methods to ..1',
      'help|teach|show|tell me ..2 to ..1',
      'teach|help me ..1',
    ],
    ask: ['@askMake ..8', '@askGet ..8'],
    makeHow: ['{howto}', 'i want|need|plan to ..1'],
    group: ['@group', '@ofGroup @folk'],
    the: ['', 'the|all|every|these|those|los|las|les|die|alle|gli|os|as|todos|tous|tutti|de ..1'],
  },
};
