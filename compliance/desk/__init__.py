"""The workbench: what its pages ask for, answered on texts alone. The same in a browser and behind `pitboss serve`."""
