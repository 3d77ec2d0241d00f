// Ends an unsuitable Node.js with a sentence. Loaded before anything else (`node -r`), and put in front of the built
// programs: plain old syntax, nothing imported, so that any Node.js can read it.
(function () {
  var OLDEST = [20, 19];
  var version = process.versions.node.split('.').map(Number);
  var isNewEnough = version[0] > OLDEST[0] || (version[0] === OLDEST[0] && version[1] >= OLDEST[1]);
  if (process.platform === 'win32') {
    end(
      'Promptwell runs on Linux and macOS. On Windows, install WSL ("wsl --install"), clone Promptwell there, and run the same command.',
    );
  }
  if (!isNewEnough) {
    end(
      'Promptwell needs Node.js ' +
        OLDEST.join('.') +
        ' or newer; this is ' +
        process.version +
        '. Install the current LTS from https://nodejs.org and run the same command again.',
    );
  }

  function end(sentence) {
    console.error(sentence);
    process.exit(1);
  }
})();
